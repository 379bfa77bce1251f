import { fetchOnce, getCached, isFresh, setCached } from '../api/cache.ts'
import { call, type Reply } from '../api/call.ts'
import type { BodyOf, WalletItem } from '../api/routes.ts'
import { READY_COUNT_KEY } from '../components/tab-bar.tsx'
import { rememberClaims } from '../voucher/remember-claims.ts'

/** The wallet as the service arranges it. */
export type Wallet = { asOf: string; items: WalletItem[]; etag: string }
type Position = { lat: number; lng: number } | null

/** Without a connection, the others show an initial. */
const MAX_LOGOS = 30

/** All keys start with `wallet`, so that they are marked stale together. */
export const walletKey = (position: Position): string =>
  position === null ? 'wallet' : `wallet:${JSON.stringify(position)}`

/** Loads every page, since a filter is about the whole wallet. Few wallets have a second page. */
export async function loadWallet(position: Position): Promise<Wallet> {
  const items: WalletItem[] = []
  const etags: (string | null)[] = []
  let cursor: string | null = null
  let asOf = ''
  do {
    const page: Reply<BodyOf<'listWallet'>> = await call('listWallet', {
      query: { ...position, ...(cursor !== null && { cursor }) },
    })
    items.push(...page.body.items)
    etags.push(page.etag)
    asOf = page.body.asOf
    cursor = page.body.next
  } while (cursor !== null)
  rememberClaims(items)
  setCached(READY_COUNT_KEY, readyCount(items))
  const etag = etags.join()
  const known = getCached<Wallet>(walletKey(position))?.data
  return known?.etag === etag ? { ...known, asOf } : { asOf, items, etag }
}

export const readyCount = (items: WalletItem[]): number =>
  items.filter(({ group }) => group === 'READY').length

/**
 * Loads the wallet before it is opened, also if an earlier visit has kept it: the phone then keeps it as it is now. A failure can
 * wait until it is opened.
 */
export async function fetchWalletAhead(): Promise<void> {
  if (!isFresh(walletKey(null))) await fetchOnce(walletKey(null), () => loadWallet(null)).catch(() => {})
}

/** The logos of a wallet's first places, in the width in which its rows show them. */
export function walletLogos(): string[] {
  const items = getCached<Wallet>(walletKey(null))?.data.items ?? []
  const logos = new Set(items.map(({ merchant }) => merchant?.logoPath ?? ''))
  return [...logos]
    .filter((path) => path.startsWith('/'))
    .map((path) => `${path}?w=320`)
    .slice(0, MAX_LOGOS)
}
