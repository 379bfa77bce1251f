import { cached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { codeOf } from '../api/failure.ts'
import type { MerchantWithOutlets, Voucher, WalletEntry } from '../api/routes.ts'
import { serverNow } from '../api/server-clock.ts'
import { useAnswer } from '../api/use-answer.ts'
import { isFavorite } from '../favorite/favorites.ts'
import { canRunOut, loadSupply, type RunOut, supplyKey } from '../voucher/supply.ts'
import { type Shelf, shelfOf } from './shelves.ts'
import { useAnswers, type Wanted } from './use-answers.ts'

/** A claim, and what is known of it. */
export type Claimed = {
  entry: WalletEntry
  /** null where it is not needed, not to be seen, or did not come. */
  voucher: Voucher | null
  merchant: MerchantWithOutlets | null
  runOut: RunOut
  /** null while it is on its way. */
  shelf: Shelf | null
}

const PAGE_SIZE = 200
const VOUCHER_FRESH_MS = 30_000
const MERCHANT_FRESH_MS = 300_000
/** Refusals that a repeat would only hear again, whatever was seen before. */
const NOT_TO_BE_SEEN = new Set<unknown>(['voucher_not_found', 'voucher_out_of_scope'])

/** The wallet: all claims at once, since what can be used now comes first, wherever it stands in the list. */
export function useClaimed() {
  const { data: entries, error, retry } = useAnswer<WalletEntry[]>('claims', listAllClaims)
  const details = useAnswers((entries ?? []).flatMap(wantedFor))
  const now = serverNow()
  return {
    claimed: entries?.map((entry) => claimedOf(entry, details.failureOf, now)),
    error,
    retry,
    retryDetails: details.retry,
  }
}

async function listAllClaims(): Promise<WalletEntry[]> {
  const entries: WalletEntry[] = []
  let page = await call('listClaims', { query: { limit: PAGE_SIZE } })
  entries.push(...page.body)
  while (page.next !== null) {
    page = await call('listClaims', { query: {} }, { next: page.next })
    entries.push(...page.body)
  }
  return entries
}

const voucherKey = ({ voucherId }: WalletEntry) => `voucher:${voucherId}`
const merchantKey = ({ merchantId }: WalletEntry) => `merchant:${merchantId}`

function wantedFor(entry: WalletEntry): Wanted[] {
  const { voucherId, merchantId, voucherIsActive } = entry
  const merchant = {
    key: merchantKey(entry),
    freshMs: MERCHANT_FRESH_MS,
    load: async () => (await call('viewMerchant', { params: { id: merchantId } })).body,
  }
  // Of one that was withdrawn the claim tells all there is to say.
  if (!voucherIsActive) return [merchant]
  const voucher = {
    key: voucherKey(entry),
    freshMs: VOUCHER_FRESH_MS,
    load: async () => (await call('viewVoucher', { params: { id: voucherId } })).body,
  }
  const known = cached<Voucher>(voucher.key)?.data
  if (!known || !canRunOut(known)) return [voucher, merchant]
  const supply = {
    key: supplyKey(voucherId),
    freshMs: VOUCHER_FRESH_MS,
    load: () => loadSupply(voucherId),
  }
  return [voucher, merchant, supply]
}

function claimedOf(entry: WalletEntry, failureOf: (key: string) => unknown, now: number): Claimed {
  const voucher = cached<Voucher>(voucherKey(entry))?.data ?? null
  const merchant = cached<MerchantWithOutlets>(merchantKey(entry))?.data ?? null
  const supply = cached<RunOut>(supplyKey(entry.voucherId))
  const runOut = supply?.data ?? null
  const about = { entry, voucher, merchant, runOut }
  const failure = failureOf(voucherKey(entry))
  const isGone = !entry.voucherIsActive || NOT_TO_BE_SEEN.has(codeOf(failure))
  const isVoucherComing = !isGone && voucher === null && failure === null
  const isMerchantComing = merchant === null && failureOf(merchantKey(entry)) === null
  if (isVoucherComing || isMerchantComing) return { ...about, shelf: null }
  if (isGone) return { ...about, voucher: null, shelf: 'withdrawn' }
  if (voucher === null) return { ...about, shelf: 'unknown' }
  if (!voucher.isActive) return { ...about, shelf: 'withdrawn' }
  // Without its place there is neither an outlet nor a heart to speak of.
  if (merchant === null) return { ...about, shelf: 'unknown' }
  const shelf = shelfOf(voucher, { now, isFavorite: isFavorite(merchant), runOut })
  const isReady = shelf === 'ready' || shelf === 'favorite'
  if (!isReady || supply || !canRunOut(voucher)) return { ...about, shelf }
  return { ...about, shelf: failureOf(supplyKey(entry.voucherId)) === null ? null : 'unknown' }
}
