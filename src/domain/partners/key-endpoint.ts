import { isDeepStrictEqual } from 'node:util'
import { failureText } from '@counterfoil/contract/words/call-failure.ts'
import { transaction } from '../../platform/database/db.ts'
import type { Targets } from '../../platform/outbound/guarded-targets.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import {
  deleteKeySetFailure,
  findKeySet,
  lockKeySet,
  upsertKeySet,
  upsertKeySetFailure,
} from './key-queries.ts'
import { readKeySet, type VerificationKey } from './public-key.ts'
import { notifyPartnerChanged } from './queries.ts'

/** Up to this age, a key set is used without a request to the partner. */
const FRESH_MS = 10 * 60 * 1000
/** Up to this age, a key set is still used if the partner does not answer. */
const STALE_MS = 60 * 60 * 1000
const MIN_FETCH_INTERVAL_MS = 30 * 1000
/** How old the stored time of an unchanged set may be. This saves a write for every fetch of every node. */
const MIN_CONFIRMATION_INTERVAL_MS = 5 * 60 * 1000
const FETCH_TIMEOUT_MS = 3000
const MAX_BYTES = 64 * 1024

/** The refusal if the partner's endpoint does not answer and our keys are too old. */
export class KeysUnavailable extends Refusal {
  readonly retryAfterSeconds: number

  constructor(waitMs: number) {
    super('keys_unavailable')
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  }
}

export type KeyEndpointDeps = Pick<Runtime, 'db' | 'log' | 'now'> & { targets: Targets }
type KeySet = { keys: readonly VerificationKey[]; fetchedAtMs: number }

/** One partner's JWKS endpoint, with the key set that this node has of it. */
export class KeyEndpoint {
  readonly url: string
  readonly #partnerId: string
  readonly #deps: KeyEndpointDeps
  #set: KeySet | null = null
  #triedAtMs = -Infinity
  /** Whether the last fetch succeeded; true before the first. */
  #isAnswering = true
  /** Only one fetch runs at a time, and all callers share it. It never rejects. */
  #fetching: Promise<void> | null = null
  /** Another node may have stored a newer set. */
  #isOutdated = true
  #loading: Promise<void> | null = null

  constructor(deps: KeyEndpointDeps, partnerId: string, url: string) {
    this.#deps = deps
    this.#partnerId = partnerId
    this.url = url
  }

  /** The next look-up reads the stored set again. */
  markOutdated(): void {
    this.#isOutdated = true
  }

  async current(): Promise<readonly VerificationKey[] | KeysUnavailable> {
    await this.#loadStored()
    if (this.#ageMs() > FRESH_MS) {
      // While the endpoint is known to be down, a stale set is used without waiting for another fetch.
      const mustWait = this.#isAnswering || this.#ageMs() > STALE_MS
      const fetching = this.#fetchIfDue()
      if (mustWait) await fetching
    }
    if (this.#set && this.#ageMs() <= STALE_MS) return this.#set.keys
    return new KeysUnavailable(this.#triedAtMs + MIN_FETCH_INTERVAL_MS - this.#nowMs())
  }

  /** The age of the keys; null if there are none. */
  ageMs(now: Date): number | null {
    return this.#set && now.getTime() - this.#set.fetchedAtMs
  }

  /** The keys after another fetch; null if no fetch is due yet, or if it failed. */
  async renewed(): Promise<readonly VerificationKey[] | null> {
    await this.#loadStored()
    const fetching = this.#fetchIfDue()
    await fetching
    return fetching && this.#isAnswering ? (this.#set?.keys ?? null) : null
  }

  #nowMs(): number {
    return this.#deps.now().getTime()
  }

  #ageMs(): number {
    return this.#nowMs() - (this.#set?.fetchedAtMs ?? -Infinity)
  }

  async #loadStored(): Promise<void> {
    while (this.#isOutdated || this.#loading) {
      this.#loading ??= this.#load().finally(() => {
        this.#loading = null
      })
      await this.#loading
    }
  }

  async #load(): Promise<void> {
    // The flag is cleared before the query: if a change is announced meanwhile, the set is outdated again.
    this.#isOutdated = false
    try {
      const stored = await findKeySet(this.#deps.db, this.#partnerId)
      const fetchedAtMs = Date.parse(stored?.fetchedAt ?? '')
      if (stored?.url !== this.url || !(fetchedAtMs > (this.#set?.fetchedAtMs ?? -Infinity))) return
      this.#set = { keys: readKeySet(stored) ?? [], fetchedAtMs }
      this.#triedAtMs = Math.max(this.#triedAtMs, fetchedAtMs)
    } catch (error) {
      this.#isOutdated = true
      throw error
    }
  }

  /** Fetches at most once per interval, whatever the reason and whatever the last result. */
  #fetchIfDue(): Promise<void> | null {
    const startedAtMs = this.#nowMs()
    if (this.#fetching || startedAtMs - this.#triedAtMs < MIN_FETCH_INTERVAL_MS) return this.#fetching
    this.#triedAtMs = startedAtMs
    const before = this.#set
    this.#fetching = fetchKeySet(this.#deps.targets, this.url)
      .then(
        (keys) => this.#keep({ keys, fetchedAtMs: startedAtMs }, before),
        (error) => this.#fail(error, startedAtMs),
      )
      .finally(() => {
        this.#fetching = null
      })
    return this.#fetching
  }

  #keep(fetched: KeySet, before: KeySet | null): void {
    this.#isAnswering = true
    // Another node may have fetched later, and its set may have arrived first.
    if (this.#set !== before && (this.#set?.fetchedAtMs ?? 0) > fetched.fetchedAtMs) return
    this.#set = fetched
    storeKeySet(this.#deps, this.#partnerId, this.url, fetched).catch((error) =>
      this.#warn(error, 'key set not stored'),
    )
  }

  #fail(error: Error, startedAtMs: number): void {
    this.#isAnswering = false
    this.#warn(error, 'key set not fetched')
    const failure = { url: this.url, failedAt: new Date(startedAtMs), error: messageOf(error) }
    upsertKeySetFailure(this.#deps.db, this.#partnerId, failure).catch((error) =>
      this.#warn(error, 'failure of a key set not stored'),
    )
  }

  #warn(error: unknown, message: string): void {
    this.#deps.log.warn({ err: error, partnerId: this.#partnerId }, message)
  }
}

async function fetchKeySet(targets: Targets, url: string): Promise<VerificationKey[]> {
  return readKeySet({ keys: await fetchListedKeys(targets, url) }) ?? []
}

/** The keys that a JWKS endpoint lists now, usable or not. Throws if the response is not a key set. */
export async function fetchListedKeys(targets: Targets, url: string): Promise<unknown[]> {
  const { status, body, isComplete } = await targets.call(url, {
    method: 'GET',
    headers: { accept: 'application/jwk-set+json, application/json' },
    timeoutMs: FETCH_TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  if (status !== 200) throw new Error(failureText('keysAnswered', { status }))
  if (!isComplete) throw new Error(failureText('keysTooLong', { bytes: MAX_BYTES }))
  const listed = (readJson(body) as { keys?: unknown } | null)?.keys
  if (!Array.isArray(listed)) throw new Error(failureText('noKeySet'))
  return listed
}

/** Stores a changed set and announces it to every node. An unchanged set is confirmed from time to time. */
async function storeKeySet(
  { db }: Pick<Runtime, 'db'>,
  partnerId: string,
  url: string,
  set: KeySet,
): Promise<void> {
  await transaction(db, async (tx) => {
    await deleteKeySetFailure(tx, partnerId)
    const before = await lockKeySet(tx, partnerId)
    const keys = set.keys.map(({ jwk }) => jwk)
    const olderByMs = before ? set.fetchedAtMs - Date.parse(before.fetchedAt) : Infinity
    const isChanged = before?.url !== url || !isDeepStrictEqual(before.keys, keys)
    if (!isChanged && olderByMs < MIN_CONFIRMATION_INTERVAL_MS) return
    const isWritten = await upsertKeySet(tx, partnerId, { url, keys, fetchedAt: new Date(set.fetchedAtMs) })
    if (isWritten && isChanged) await notifyPartnerChanged(tx, partnerId)
  })
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

/** If several addresses were tried without success, the error has a code but no message. */
export function messageOf({ message, code, name }: Error & { code?: string }): string {
  return (message || code || name).replaceAll('\0', '\uFFFD')
}
