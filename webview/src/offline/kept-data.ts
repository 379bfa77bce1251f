import { getCached, onCacheChange, restoreCached } from '../api/cache.ts'
import { READY_COUNT_KEY } from '../components/tab-bar.tsx'
import { CHOICE_KEY } from '../redeem/kept-choice.ts'
import { currentPlace } from '../routing/navigation.ts'
import { KEPT_MARKER } from '../session/kept-marker.ts'
import { blockReason, currentIdentity } from '../session/session.ts'
import { rememberClaims } from '../voucher/remember-claims.ts'
import { fetchWalletAhead, readyCount, type Wallet, walletKey } from '../wallet/wallet-query.ts'
import { deleteRecord, readRecord, writeRecord } from './kept-record.ts'

const MAX_AGE_MS = 30 * 86_400_000
/** Responses that arrive together are written together. */
const WRITE_AFTER_MS = 500
const REFRESH_AFTER_MS = 3_000
/** Nothing else is ever kept: no token, PIN, code, position or history is under these keys. */
const WALLET_KEY = walletKey(null)
const KEPT_KEYS = [WALLET_KEY, 'branding', 'categories', CHOICE_KEY]
/** Branding and categories seldom change, and home brings them along. */
const BRAND_FRESH_MS = 86_400_000
const PICTURES = 'counterfoil-pictures'

/** Increases when kept data is deleted, so that a write which started before does not bring it back. */
let generation = 0
let writtenData: unknown[] = []
let isWriteDue = false
let refreshTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Fills the cache with what is kept for this user. What belongs to another user, or is older than 30 days, is deleted
 * instead. Resolves when nothing of another user is left.
 */
export async function restoreKept(identity: string): Promise<boolean> {
  const [record, owner] = await Promise.all([readRecord(), hashOf(identity)])
  if (!record) return false
  const ageMs = Math.abs(Date.now() - record.keptAtMs)
  if (owner === null || record.owner !== owner || ageMs > MAX_AGE_MS) {
    await deleteKept()
    return false
  }
  if (currentIdentity() !== identity && currentIdentity() !== '') return false
  for (const [key, data] of Object.entries(record.responses)) {
    // No screen of the earlier visit needed it.
    if (data === undefined) continue
    const isBrand = key !== WALLET_KEY && key !== CHOICE_KEY && ageMs < BRAND_FRESH_MS
    restoreCached(key, data, isBrand ? Date.now() : record.keptAtMs)
  }
  const wallet = record.responses[WALLET_KEY] as Wallet | undefined
  rememberClaims(wallet?.items ?? [], record.keptAtMs)
  if (wallet) restoreCached(READY_COUNT_KEY, readyCount(wallet.items), record.keptAtMs)
  return wallet !== undefined
}

/** Deletes all that is kept, also the pictures of the service worker. */
export async function deleteKept(): Promise<void> {
  generation += 1
  writtenData = []
  // With the mark, the next visit tries again.
  await deleteRecord().then(unmark, Object)
  if (!('caches' in window)) return
  const names = await caches.keys().catch(() => [])
  await Promise.all(names.filter((name) => name.startsWith(PICTURES)).map((name) => caches.delete(name)))
}

function unmark(): void {
  try {
    localStorage.removeItem(KEPT_MARKER)
  } catch {
    // The browser blocks storage, so nothing was kept.
  }
}

/** Keeps what the app loads from now on, until the user leaves. */
export function startKeeping(): void {
  onCacheChange(noteChange)
  noteChange()
}

function noteChange(): void {
  if (!isWriteDue) setTimeout(write, WRITE_AFTER_MS)
  isWriteDue = true
  // A claim or a redemption has changed the wallet, which is not open.
  if (getCached(WALLET_KEY)?.at !== 0 || currentPlace().route.screen === 'wallet') return
  clearTimeout(refreshTimer)
  refreshTimer = setTimeout(fetchWalletAhead, REFRESH_AFTER_MS)
}

async function write(): Promise<void> {
  isWriteDue = false
  const wallet = getCached<Wallet>(WALLET_KEY)
  const data = KEPT_KEYS.map((key) => getCached(key)?.data)
  if (!wallet || data.every((one, index) => one === writtenData[index])) return
  const started = generation
  const identity = currentIdentity()
  const owner = await hashOf(identity)
  if (owner === null || blockReason() !== null || generation !== started) return
  const responses = Object.fromEntries(KEPT_KEYS.map((key, index) => [key, data[index]]))
  const keptAtMs = wallet.at || Date.now()
  try {
    localStorage.setItem(KEPT_MARKER, '1')
    await writeRecord({ owner, keptAtMs, responses })
    writtenData = data
    if (generation !== started) await deleteKept()
  } catch {
    // The database is blocked or full. The app then needs a connection.
  }
}

/** Null where the browser cannot hash: on a page without https. Nothing is kept there. */
async function hashOf(identity: string): Promise<string | null> {
  if (identity === '' || !globalThis.crypto?.subtle) return null
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identity))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
