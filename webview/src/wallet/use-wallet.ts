import { useEffect, useRef, useState } from 'preact/hooks'
import { getCached, isFresh } from '../api/cache.ts'
import type { WalletItem } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { nearQuery } from '../position/near-query.ts'
import { loadWallet, type Wallet, walletKey } from './wallet-query.ts'

/** A claim that the list gets later has its place under `more`. */
export type GroupName = WalletItem['group'] | 'more'
export type Group = { name: GroupName; items: WalletItem[] }

/** How long an outdated wallet waits for the response that replaces it. Others are shown at once. */
const MAX_WAIT_MS = 800
const MAX_AGE_MS = 86_400_000

/** The wallet in the order of the service. `groups` is undefined until there is something to show. */
export function useWallet({ isNear }: { isNear: boolean }) {
  const position = isNear ? nearQuery() : null
  const key = walletKey(position)
  const { data, error, retry } = useQuery(key, () => loadWallet(position))
  const isAwaited = isOutdated(key) && error === null && navigator.onLine
  const groups = useSteadyGroups(key, data, isAwaited)
  return { groups, wallet: data, error, retry }
}

/** The user has changed the wallet since, or it is too old to be in the right order. */
function isOutdated(key: string): boolean {
  const at = getCached(key)?.at ?? 0
  return at === 0 || (!isFresh(key) && Date.now() - at > MAX_AGE_MS)
}

/**
 * The groups in the order of the first wallet that is shown. Later ones change the rows, not their places: a row that moves
 * after it was shown makes the user tap another voucher. The next visit has the new order.
 */
function useSteadyGroups(key: string, wallet: Wallet | undefined, isAwaited: boolean): Group[] | undefined {
  const shown = useRef<{ key: string; places: Map<string, GroupName> } | null>(null)
  const [overdueKey, setOverdueKey] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOverdueKey(key), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [key])
  if (!wallet) return undefined
  if (shown.current?.key !== key) {
    if (isAwaited && overdueKey !== key) return undefined
    shown.current = { key, places: new Map(wallet.items.map(({ id, group }) => [id, group])) }
  }
  return groupBy(shown.current.places, wallet.items)
}

function groupBy(places: Map<string, GroupName>, items: WalletItem[]): Group[] {
  for (const { id } of items) if (!places.has(id)) places.set(id, 'more')
  const byId = new Map(items.map((item) => [item.id, item]))
  const groups: Group[] = []
  for (const [id, name] of places) {
    const item = byId.get(id)
    if (!item) continue
    const last = groups[groups.length - 1]
    if (last?.name === name) last.items.push(item)
    else groups.push({ name, items: [item] })
  }
  return groups
}
