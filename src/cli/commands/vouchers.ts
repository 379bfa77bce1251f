import { plainText } from '@counterfoil/contract/markup.ts'
import { CLI } from '../../domain/actors/caller.ts'
import { SentForApproval } from '../../domain/guarded-changes/guard.ts'
import { listVouchers as listVoucherRows } from '../../domain/vouchers/queries.ts'
import { scheduleVoucher as setSchedule } from '../../domain/vouchers/schedule.ts'
import { containing } from '../../platform/input/paging.ts'
import { readTime } from '../../platform/input/time.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { invalid, Refusal, refuse } from '../../platform/refusal.ts'
import { listAll } from '../list-all.ts'
import { findMerchantId } from '../queries.ts'
import type { CommandContext } from '../run-command.ts'
import { table } from '../terminal/table.ts'
import { printRequest } from './approvals.ts'

export async function listVouchers(
  { terminal, openExisting }: CommandContext,
  { merchant, q }: { merchant: string; q?: string },
): Promise<Refusal | undefined> {
  const { deps } = await openExisting()
  const merchantId = await findMerchantId(deps.db, merchant)
  if (merchantId === null) {
    return invalid({ path: '/merchant', message: 'is not the id or slug of a merchant' })
  }
  const { db } = await deps.cells.of('merchant', merchantId)
  const items = await listAll((page) => listVoucherRows(db, CLI, merchantId, page, containing(q)))
  const rows = items.map(({ id, status, codeSource, title }) => [id, status, codeSource, plainText(title)])
  terminal.printResult({ items }, table(['id', 'state', 'codes', 'title'], rows))
}

export async function scheduleVoucher(
  { terminal, openExisting }: CommandContext,
  id: string,
  { publishAt, unpublishAt }: { publishAt?: string; unpublishAt?: string },
): Promise<Refusal | undefined> {
  const body = { publishAt: readOption(publishAt), unpublishAt: readOption(unpublishAt) }
  if (body.publishAt === undefined) return invalid({ path: '/publishAt', message: NOT_A_TIME })
  if (body.unpublishAt === undefined) return invalid({ path: '/unpublishAt', message: NOT_A_TIME })
  if (!isUuid(id)) return refuse('not_found')
  const { deps } = await openExisting()
  const voucher = await setSchedule(
    deps.depsIn(await deps.cells.of('voucher', id)),
    CLI,
    id,
    { publishAt: body.publishAt, unpublishAt: body.unpublishAt },
    null,
  )
  if (voucher instanceof Refusal) return voucher
  if (voucher instanceof SentForApproval) return printRequest(terminal, voucher)
  const rows = [[voucher.id, voucher.status, voucher.publishAt ?? '', voucher.unpublishAt ?? '']]
  terminal.printResult(voucher, table(['id', 'state', 'publishes', 'unpublishes'], rows))
}

const NOT_A_TIME = 'is not a time with an offset, as in 2026-12-01T09:00:00+08:00'

/** Null: the option was left out. Undefined: it is no time. Seconds may be left out. */
function readOption(text: string | undefined): string | null | undefined {
  if (text === undefined) return null
  const withSeconds = text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?=[Zz+-])/, '$1:00')
  return readTime(withSeconds)?.toISOString()
}
