import { getCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { codeOf } from '../api/failure.ts'
import type { MerchantWithOutlets, Voucher, WalletEntry } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { isFavorite } from '../favorite/favorites.ts'
import { serverNow } from '../time/server-clock.ts'
import { canRunOut, type Exhausted, loadSupply, supplyKey } from '../voucher/supply.ts'
import { type Section, sectionOf } from './sections.ts'
import { type Query, useQueries } from './use-queries.ts'

/** A claim with the details that have loaded. */
export type Claimed = {
  entry: WalletEntry
  /** Null if it is not needed, not visible to the user, or failed to load. */
  voucher: Voucher | null
  merchant: MerchantWithOutlets | null
  exhausted: Exhausted
  /** Null while it is loading. */
  section: Section | null
}

const PAGE_SIZE = 200
const VOUCHER_FRESH_MS = 30_000
const MERCHANT_FRESH_MS = 300_000
/** Errors that mean the voucher is no longer offered to this user, even if it is in the cache. */
const WITHDRAWN_CODES = new Set<unknown>(['voucher_not_found', 'voucher_out_of_scope'])

/** Loads all claims, since usable vouchers come first wherever they are in the list. */
export function useClaimed() {
  const { data: entries, error, retry } = useQuery<WalletEntry[]>('claims', listAllClaims)
  const details = useQueries((entries ?? []).flatMap(queriesFor))
  const now = serverNow()
  const claimed = entries?.map((entry) => claimedOf(entry, details.failureOf, now))
  const isListAwaited = getCached('claims')?.at === 0 && error === null
  return {
    claimed,
    isComplete: !isListAwaited && claimed?.every(({ section }) => section !== null),
    error,
    retry,
    retryDetails: details.retry,
  }
}

export async function listAllClaims(): Promise<WalletEntry[]> {
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

export function queriesFor(entry: WalletEntry): Query[] {
  const { voucherId, merchantId, voucherIsActive } = entry
  const merchant = {
    key: merchantKey(entry),
    freshMs: MERCHANT_FRESH_MS,
    load: async () => (await call('viewMerchant', { params: { id: merchantId } })).body,
  }
  // For a withdrawn voucher the claim itself has all details.
  if (!voucherIsActive) return [merchant]
  const voucher = {
    key: voucherKey(entry),
    freshMs: VOUCHER_FRESH_MS,
    load: () => loadVoucher(voucherId),
  }
  const known = getCached<Voucher>(voucher.key)?.data
  if (!known || !canRunOut(known)) return [voucher, merchant]
  const supply = {
    key: supplyKey(voucherId),
    freshMs: VOUCHER_FRESH_MS,
    load: () => loadSupply(voucherId),
  }
  return [voucher, merchant, supply]
}

/** A cached voucher that is no longer offered stays in the cache as inactive, so that the next visit knows it at once. */
async function loadVoucher(id: string): Promise<Voucher> {
  try {
    return (await call('viewVoucher', { params: { id } })).body
  } catch (error) {
    const known = getCached<Voucher>(`voucher:${id}`)?.data
    if (known && WITHDRAWN_CODES.has(codeOf(error))) return { ...known, isActive: false }
    throw error
  }
}

export function claimedOf(entry: WalletEntry, failureOf: (key: string) => unknown, now: number): Claimed {
  const voucher = getCached<Voucher>(voucherKey(entry))?.data ?? null
  const merchant = getCached<MerchantWithOutlets>(merchantKey(entry))?.data ?? null
  const supply = getCached<Exhausted>(supplyKey(entry.voucherId))
  const exhausted = supply?.data ?? null
  const about = { entry, voucher, merchant, exhausted }
  const failure = failureOf(voucherKey(entry))
  const isGone = !entry.voucherIsActive || WITHDRAWN_CODES.has(codeOf(failure))
  const isVoucherComing = !isGone && voucher === null && failure === null
  const isMerchantComing = merchant === null && failureOf(merchantKey(entry)) === null
  if (isVoucherComing || isMerchantComing) return { ...about, section: null }
  if (isGone) return { ...about, voucher: null, section: 'withdrawn' }
  if (voucher === null) return { ...about, section: 'unknown' }
  if (!voucher.isActive) return { ...about, section: 'withdrawn' }
  // Without the merchant, neither its outlets nor the favorite is known.
  if (merchant === null) return { ...about, section: 'unknown' }
  const section = sectionOf(voucher, { now, isFavorite: isFavorite(merchant), exhausted })
  const isReady = section === 'ready' || section === 'favorite'
  if (!isReady || supply || !canRunOut(voucher)) return { ...about, section }
  return { ...about, section: failureOf(supplyKey(entry.voucherId)) === null ? null : 'unknown' }
}
