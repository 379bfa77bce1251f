import { isDeepStrictEqual } from 'node:util'
import { transaction } from '../../platform/database/db.ts'
import type { Targets } from '../../platform/outbound/guarded-targets.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { PartnerEntry } from './directory.ts'
import {
  deleteKeySetFailure,
  findKeySet,
  lockKeySet,
  upsertKeySet,
  upsertKeySetFailure,
} from './key-queries.ts'
import { readKeySet, readPublicKey, type VerificationKey } from './public-key.ts'
import { notifyPartnerChanged } from './queries.ts'

const FRESH_MS = 10 * 60 * 1000
const STALE_MS = 60 * 60 * 1000
const BETWEEN_FETCHES_MS = 30 * 1000
/** How far the stored time of an unchanged set may lag, to save a write for every fetch of every node. */
const BETWEEN_CONFIRMATIONS_MS = 5 * 60 * 1000
const FETCH_TIMEOUT_MS = 3000
const MAX_BYTES = 64 * 1024

/** The partner's endpoint does not answer and what we remember is too old. */
export class KeysUnavailable extends Refusal {
  readonly retryAfterSeconds: number

  constructor(waitMs: number) {
    super('keys_unavailable')
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  }
}

/** The keys that may verify a partner's tokens, and nobody else's. */
export type PartnerKeys = {
  current(partner: PartnerEntry): Promise<readonly VerificationKey[] | KeysUnavailable>
  /** After another look at the partner's endpoint, for a key that is not among the current ones; null: none is due. */
  renewed(partner: PartnerEntry): Promise<readonly VerificationKey[] | null>
}

/** What this node remembers of one partner's endpoint. */
type Endpoint = {
  url: string
  set: { keys: readonly VerificationKey[]; fetchedAtMs: number } | null
  triedAtMs: number
  answered: boolean
  /** One at a time, shared by all who wait for it. Never rejects. */
  fetching: Promise<void> | null
  /** Another node may have stored a newer set. */
  outdated: boolean
  recalling: Promise<void> | null
}

export function createPartnerKeys(deps: Deps): PartnerKeys {
  const endpoints = new Map<string, Endpoint>()
  const fixed = new WeakMap<PartnerEntry, VerificationKey[]>()
  const nowMs = () => deps.now().getTime()

  deps.partners.onChange((partnerId) => {
    for (const [id, endpoint] of endpoints) {
      if (partnerId === null || partnerId === id) endpoint.outdated = true
    }
  })

  const fixedOf = (partner: PartnerEntry): VerificationKey[] => {
    const keys = fixed.get(partner) ?? readFixedKeys(partner)
    fixed.set(partner, keys)
    return keys
  }

  const endpointOf = async (partner: PartnerEntry, url: string): Promise<Endpoint> => {
    let endpoint = endpoints.get(partner.id)
    if (endpoint?.url !== url) {
      endpoint = newEndpoint(url)
      endpoints.set(partner.id, endpoint)
    }
    while (endpoint.outdated || endpoint.recalling) {
      endpoint.recalling ??= recall(endpoint, partner.id)
      await endpoint.recalling
    }
    return endpoint
  }

  const recall = async (endpoint: Endpoint, partnerId: string): Promise<void> => {
    // First: what is heard while the query runs makes it outdated again.
    endpoint.outdated = false
    try {
      const stored = await findKeySet(deps.db, partnerId)
      const fetchedAtMs = Date.parse(stored?.fetchedAt ?? '')
      if (stored?.url === endpoint.url && fetchedAtMs > (endpoint.set?.fetchedAtMs ?? -Infinity)) {
        endpoint.set = { keys: readKeySet(stored) ?? [], fetchedAtMs }
        endpoint.triedAtMs = Math.max(endpoint.triedAtMs, fetchedAtMs)
      }
    } catch (error) {
      endpoint.outdated = true
      throw error
    } finally {
      endpoint.recalling = null
    }
  }

  /** At most one fetch in a while, whatever it is for and however the last one ended. */
  const fetchIfDue = (endpoint: Endpoint, partner: PartnerEntry): Promise<void> | null => {
    const startedAtMs = nowMs()
    if (endpoint.fetching || startedAtMs - endpoint.triedAtMs < BETWEEN_FETCHES_MS) return endpoint.fetching
    endpoint.triedAtMs = startedAtMs
    const before = endpoint.set
    const log = deps.log.child({ partnerId: partner.id })
    endpoint.fetching = fetchKeySet(deps.targets, endpoint.url)
      .then(
        (keys) => {
          endpoint.answered = true
          // Another node asked later and was answered sooner.
          if (endpoint.set !== before && (endpoint.set?.fetchedAtMs ?? 0) > startedAtMs) return
          endpoint.set = { keys, fetchedAtMs: startedAtMs }
          store(deps, partner.id, endpoint.url, endpoint.set).catch((error) =>
            log.warn({ err: error }, 'key set not stored'),
          )
        },
        (error) => {
          endpoint.answered = false
          log.warn({ err: error }, 'key set not fetched')
          const failure = { url: endpoint.url, failedAt: new Date(startedAtMs), error: wordsOf(error) }
          upsertKeySetFailure(deps.db, partner.id, failure).catch((error) =>
            log.warn({ err: error }, 'failure of a key set not stored'),
          )
        },
      )
      .finally(() => {
        endpoint.fetching = null
      })
    return endpoint.fetching
  }

  return {
    async current(partner) {
      if (partner.jwksUrl === null) return fixedOf(partner)
      const endpoint = await endpointOf(partner, partner.jwksUrl)
      const ageMs = () => nowMs() - (endpoint.set?.fetchedAtMs ?? -Infinity)
      if (ageMs() > FRESH_MS) {
        // While the endpoint is known to be down, nobody waits for it who can do without.
        const mustWait = endpoint.answered || ageMs() > STALE_MS
        const fetching = fetchIfDue(endpoint, partner)
        if (mustWait) await fetching
      }
      if (endpoint.set && ageMs() <= STALE_MS) return endpoint.set.keys
      return new KeysUnavailable(endpoint.triedAtMs + BETWEEN_FETCHES_MS - nowMs())
    },

    async renewed(partner) {
      if (partner.jwksUrl === null) return null
      const endpoint = await endpointOf(partner, partner.jwksUrl)
      const fetching = fetchIfDue(endpoint, partner)
      await fetching
      return fetching && endpoint.answered ? (endpoint.set?.keys ?? null) : null
    },
  }
}

function newEndpoint(url: string): Endpoint {
  return {
    url,
    set: null,
    triedAtMs: -Infinity,
    answered: true,
    fetching: null,
    outdated: true,
    recalling: null,
  }
}

/** A static key verifies whatever `kid` a token names: there is no set to choose from. */
function readFixedKeys({ publicKey, nextPublicKey }: PartnerEntry): VerificationKey[] {
  return [publicKey, nextPublicKey]
    .filter((key) => key !== null)
    .map((key) => readPublicKey(key))
    .filter((key) => typeof key !== 'string')
    .map((key) => ({ ...key, kid: null }))
}

async function fetchKeySet(targets: Targets, url: string): Promise<VerificationKey[]> {
  const { status, body, isComplete } = await targets.call(url, {
    method: 'GET',
    headers: { accept: 'application/jwk-set+json, application/json' },
    timeoutMs: FETCH_TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  if (status !== 200) throw new Error(`the endpoint answered ${status}`)
  if (!isComplete) throw new Error(`the endpoint answered more than ${MAX_BYTES} bytes`)
  const keys = readKeySet(JSON.parse(body.toString()))
  if (!keys) throw new Error('the endpoint answered something other than a key set')
  return keys
}

/** Written when it changed, and then every node hears of it; otherwise now and then, to say that it still holds. */
async function store(
  deps: Deps,
  partnerId: string,
  url: string,
  set: NonNullable<Endpoint['set']>,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await deleteKeySetFailure(tx, partnerId)
    const before = await lockKeySet(tx, partnerId)
    const keys = set.keys.map(({ jwk }) => jwk)
    const olderByMs = before ? set.fetchedAtMs - Date.parse(before.fetchedAt) : Infinity
    const changed = before?.url !== url || !isDeepStrictEqual(before.keys, keys)
    if (!changed && olderByMs < BETWEEN_CONFIRMATIONS_MS) return
    const written = await upsertKeySet(tx, partnerId, { url, keys, fetchedAt: new Date(set.fetchedAtMs) })
    if (written && changed) await notifyPartnerChanged(tx, partnerId)
  })
}

/** Several addresses that were tried in vain are an error without a message. */
function wordsOf({ message, code, name }: Error & { code?: string }): string {
  return (message || code || name).replaceAll('\0', '\uFFFD')
}
