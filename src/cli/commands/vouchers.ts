import { plainText } from '@counterfoil/contract/markup.ts'
import { CLI } from '../../domain/actors/caller.ts'
import { listVouchers as listVoucherRows } from '../../domain/vouchers/queries.ts'
import { containing } from '../../platform/input/paging.ts'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import { listAll } from '../list-all.ts'
import { findMerchantId } from '../queries.ts'
import type { CommandContext } from '../run-command.ts'
import { table } from '../terminal/table.ts'

export async function listVouchers(
  { terminal, openExisting }: CommandContext,
  { merchant, q }: { merchant: string; q?: string },
): Promise<Refusal | undefined> {
  const { deps } = await openExisting()
  const merchantId = await findMerchantId(deps.db, merchant)
  if (merchantId === null) {
    return invalid({ path: '/merchant', message: 'is not the id or slug of a merchant' })
  }
  const items = await listAll((page) => listVoucherRows(deps.db, CLI, merchantId, page, containing(q)))
  const rows = items.map(({ id, status, codeSource, title }) => [id, status, codeSource, plainText(title)])
  terminal.printResult({ items }, table(['id', 'state', 'codes', 'title'], rows))
}
