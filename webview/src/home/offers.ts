import { useEffect, useReducer } from 'preact/hooks'
import { fetchOnce, getCached, onCacheChange, setCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Merchant, Voucher, WalletItem } from '../api/routes.ts'
import { afterFirstPicture } from '../components/first-picture.ts'

/** A merchant's live vouchers. The list of merchants has only the title and picture of one. */
export const offersKey = (merchantId: string) => `vouchers:${merchantId}`
export const offersOf = (merchantId: string): Voucher[] | undefined =>
  getCached<Voucher[]>(offersKey(merchantId))?.data

const MAX_PARALLEL = 2
const waiting: string[] = []
let running = 0

/** Loads the offers behind a card, a few at a time and after the first picture. The merchant's screen then opens at once. */
export function fetchOffers(merchantId: string): void {
  // An entry that was marked stale is loaded again.
  if (waiting.includes(merchantId) || getCached(offersKey(merchantId))?.at) return
  waiting.push(merchantId)
  void afterFirstPicture().then(advance)
}

function advance(): void {
  if (running >= MAX_PARALLEL) return
  const id = waiting.shift()
  if (id === undefined) return
  running += 1
  fetchOnce(offersKey(id), () => loadOffers(id))
    .catch(() => {})
    .finally(() => {
      running -= 1
      advance()
      // The last response was shown while it still counted as loading.
      if (!isLoadingOffers()) setCached('offers-loaded', true)
    })
}

export async function loadOffers(id: string): Promise<Voucher[]> {
  return (await call('browseVouchers', { params: { id }, query: {} })).body
}

export const isLoadingOffers = (): boolean => running > 0 || waiting.length > 0

/** Whether the merchant's top voucher is in the user's wallet, as far as known. */
export function isTopClaimed({ id, topVoucher }: Merchant): boolean {
  const offer = offersOf(id)?.find((voucher) => voucher.id === topVoucher?.id)
  const wallet = getCached<{ items: WalletItem[] }>('wallet')?.data
  return offer?.me.claimed ?? wallet?.items.some(({ voucherId }) => voucherId === topVoucher?.id) ?? false
}

/** Renders again when any response arrives. */
export function useCacheChanges(): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onCacheChange(() => redraw(undefined)), [])
}
