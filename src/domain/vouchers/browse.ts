import { type ListQuery, listByTime } from '../../platform/input/paging.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import { chooseLanguage } from '../languages/content-language.ts'
import type { Language, LanguageRequest } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import { timeOf } from '../partners/partner-time.ts'
import { isInScope } from '../partners/scope.ts'
import { cycleAt } from '../redemptions/rules/cycle.ts'
import { findVisitor, type UsersDeps } from '../users/current-user.ts'
import {
  findShownVoucher,
  listLiveVouchers,
  listUsage,
  type ShownVoucher,
  type Usage,
} from './consumer-queries.ts'
import { type VoucherView, voucherForUser } from './voucher-for-user.ts'

/** The live vouchers of a merchant in the partner's scope, newest first. */
export async function browseVouchers(
  deps: UsersDeps & CatalogDeps,
  consumer: Consumer,
  merchantId: string,
  query: ListQuery,
  request: LanguageRequest,
): Promise<{ items: VoucherView[]; nextCursor: string | null; language: Language | null } | Refusal> {
  const { byId, languages } = await deps.catalog.current(consumer.partner)
  const merchant = byId.get(merchantId)
  if (!merchant || !isInScope(consumer.partner, merchant)) return refuse('not_found')
  const now = timeOf(consumer.partner, deps.now())
  const list = await listByTime<ShownVoucher>(
    `vouchers of ${merchant.id}`,
    query,
    ({ publishedAt, id }) => ({ time: publishedAt, id }),
    (page) => listLiveVouchers(deps.db, merchant.id, now, page),
  )
  if (list instanceof Refusal) return list
  const language = languages.choose(request)
  const items = list.items.map((voucher) => translate(voucher, language))
  return { items: await withUsage(deps, consumer, items), nextCursor: list.nextCursor, language }
}

/** Also returns a voucher that is no longer live: a wallet shows every claimed voucher. */
export async function viewVoucher(
  deps: UsersDeps & CatalogDeps,
  consumer: Consumer,
  id: string,
  request: LanguageRequest,
): Promise<{ voucher: VoucherView; language: Language | null } | Refusal> {
  const voucher = isUuid(id) ? await findShownVoucher(deps.db, id) : null
  if (!voucher) return refuse('voucher_not_found')
  const merchant = {
    id: voucher.merchantId,
    category: voucher.merchantCategory,
    sandboxId: voucher.merchantSandboxId,
  }
  if (!isInScope(consumer.partner, merchant)) return refuse('voucher_out_of_scope')
  const language = await chooseLanguage(deps, consumer.partner, request)
  const [shown] = await withUsage(deps, consumer, [translate(voucher, language)])
  return { voucher: shown as VoucherView, language }
}

const NO_USAGE: Omit<Usage, 'voucherId'> = { claimedAt: null, used: 0 }

/** Browsing creates no user. An unknown user has used nothing. */
async function withUsage(
  deps: UsersDeps,
  consumer: Consumer,
  vouchers: ShownVoucher[],
): Promise<VoucherView[]> {
  const now = timeOf(consumer.partner, deps.now())
  const inCycle = vouchers.map((voucher) => ({
    voucher,
    cycle: cycleAt(voucher.cycle, voucher.timezone, now),
  }))
  const user = await findVisitor(deps, consumer)
  const requested = inCycle.map(({ voucher, cycle }) => ({ voucherId: voucher.id, cycleKey: cycle.key }))
  const usage = user && requested.length > 0 ? await listUsage(deps.db, user.id, requested) : []
  const usageOf = new Map(usage.map((row) => [row.voucherId, row]))
  return inCycle.map(({ voucher, cycle }) =>
    voucherForUser(voucher, usageOf.get(voucher.id) ?? NO_USAGE, cycle),
  )
}
