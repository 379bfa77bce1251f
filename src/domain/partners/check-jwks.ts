import type { JwksCheck } from '@counterfoil/contract/admin/partner-checks.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import type { Static } from 'typebox'
import type { Targets } from '../../platform/outbound/guarded-targets.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { fetchListedKeys, messageOf } from './key-endpoint.ts'
import { findKeySet } from './key-queries.ts'
import { isUsableKey, readKeySet, readPublicKey } from './public-key.ts'
import { findPartner } from './queries.ts'

type Check = Static<typeof JwksCheck>

/** Fetches the partner's keys now. Registered keys are only read. */
export async function checkJwks(
  deps: Runtime & { targets: Targets },
  caller: Caller,
  partnerId: string,
): Promise<Check | Refusal> {
  const partner = await findPartner(deps.db, caller, partnerId)
  if (!partner) return refuse('not_found')
  const { jwksUrl: url, publicKey, nextPublicKey } = partner
  if (url === null) {
    const keys = [publicKey, nextPublicKey].filter((key) => key !== null).map((key) => describeKey(key, null))
    return { ok: keys.some(isUsable), url, error: null, keys, cachedAt: null }
  }
  const stored = await findKeySet(deps.db, partner.id)
  const current = stored?.url === url ? stored : null
  const cachedAt = current?.fetchedAt ?? null
  try {
    const listed = await fetchListedKeys(deps.targets, url)
    const known = new Set((readKeySet(current) ?? []).map(({ identity }) => identity))
    const keys = listed.map((key) => describeKey(key, known))
    return { ok: keys.some(isUsable), url, error: null, keys, cachedAt }
  } catch (error) {
    return { ok: false, url, error: messageOf(error as Error), keys: [], cachedAt }
  }
}

const isUsable = ({ issue }: Check['keys'][number]) => issue === null

/** `known` has the identities of the keys in use; null if there is no set to compare with. */
function describeKey(listed: unknown, known: Set<string> | null): Check['keys'][number] {
  const key = typeof listed === 'string' || (typeof listed === 'object' && listed !== null) ? listed : {}
  const read = readPublicKey(key)
  const text = (name: string) => {
    const value = (key as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : null
  }
  const described = { kid: text('kid'), kty: text('kty'), alg: text('alg'), use: text('use') }
  if (!isUsableKey(read))
    return { ...described, algorithms: [], issue: reasonInEnglish(read), issueFacts: [read], isNew: false }
  return {
    ...described,
    kty: described.kty ?? read.jwk.kty ?? null,
    algorithms: [...read.algorithms],
    issue: null,
    issueFacts: null,
    isNew: known !== null && !known.has(read.identity),
  }
}
