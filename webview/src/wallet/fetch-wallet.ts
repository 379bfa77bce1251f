import { fetchOnce, getCached, onCacheChange, setCached } from '../api/cache.ts'
import type { WalletEntry } from '../api/routes.ts'
import { serverNow } from '../time/server-clock.ts'
import { openLane } from './lane.ts'
import { claimedOf, listAllClaims, queriesFor } from './use-claimed.ts'

const MAX_PARALLEL = 2

/** The number of vouchers that can be used now, for the tab. */
export const READY_COUNT_KEY = 'ready-count'

let isWatching = false

/** Loads the wallet before it is opened, so that it also opens offline and its tab has a count. Failures can wait. */
export async function fetchWalletAhead(): Promise<void> {
  if (!isWatching) onCacheChange(countReady)
  isWatching = true
  const entries = await fetchOnce('claims', listAllClaims).catch(() => [])
  const lane = openLane(MAX_PARALLEL)
  const fetchDetails = (entry: WalletEntry, known: Set<string>) => {
    const missing = queriesFor(entry).filter(({ key }) => !known.has(key) && !getCached(key))
    for (const { key, load } of missing) {
      known.add(key)
      lane.add(async () => {
        await fetchOnce(key, load).catch(() => {})
        // A voucher that can run out has one more query.
        fetchDetails(entry, known)
      })
    }
  }
  const known = new Set<string>()
  for (const entry of entries) fetchDetails(entry, known)
}

function countReady(): void {
  const entries = getCached<WalletEntry[]>('claims')?.data ?? []
  const claimed = entries.map((entry) => claimedOf(entry, () => null, serverNow()))
  const count = claimed.filter(({ section }) => section === 'ready').length
  if (count !== (getCached<number>(READY_COUNT_KEY)?.data ?? 0)) setCached(READY_COUNT_KEY, count)
}
