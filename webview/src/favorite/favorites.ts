import { useEffect, useState } from 'preact/hooks'
import { getCached, markStale, onCacheChange, setCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { showToast } from '../components/toast.tsx'
import { words } from '../language/words.ts'
import { currentUser } from '../session/session.ts'

type FavoriteMerchant = { id: string; name: string; favorited: boolean }

const keyOf = (id: string) => `favorite:${id}`
const userAndMerchant = (id: string) => `${currentUser()} ${id}`
const sending = new Set<string>()

/** The user's latest tap takes precedence over the loaded list. */
export function isFavorite({ id, favorited }: FavoriteMerchant): boolean {
  return getCached<boolean>(keyOf(id))?.data ?? favorited
}

/** Records a favorite that another screen added and the service confirmed. */
export function rememberFavorite(id: string): void {
  setCached(keyOf(id), true)
  markStale('wallet')
}

export function useFavorite(merchant: FavoriteMerchant): { isFavorite: boolean; toggle(): void } {
  const [, show] = useState(isFavorite(merchant))
  useEffect(() => onCacheChange(() => show(isFavorite(merchant))), [merchant.id, merchant.favorited])
  return { isFavorite: isFavorite(merchant), toggle: () => toggleFavorite(merchant) }
}

/** Shows the change at once, and reverts it if the service rejects it. */
function toggleFavorite(merchant: FavoriteMerchant): void {
  const confirmed = isFavorite(merchant)
  setCached(keyOf(merchant.id), !confirmed)
  showToast(confirmed ? words.favorite.removed : words.favorite.added)
  if (!sending.has(userAndMerchant(merchant.id))) void settle(merchant, confirmed)
}

/** Sends one request at a time per merchant. Of taps faster than the responses, the last one counts. */
async function settle(merchant: FavoriteMerchant, before: boolean): Promise<void> {
  const { id } = merchant
  const turn = userAndMerchant(id)
  let confirmed = before
  sending.add(turn)
  try {
    while (isFavorite(merchant) !== confirmed) {
      const wish = !confirmed
      if (wish) await call('addFavorite', { body: { merchantId: id } })
      else await call('removeFavorite', { params: { merchantId: id } })
      confirmed = wish
      // It decides whether vouchers for favorites can be used.
      markStale('wallet')
    }
  } catch {
    setCached(keyOf(id), confirmed)
    showToast(words.favorite.failed)
  } finally {
    sending.delete(turn)
  }
}
