import { Refusal } from '../../platform/refusal.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import type { PartnerDirectory } from './directory.ts'
import { KeyEndpoint, type KeyEndpointDeps, type KeysUnavailable } from './key-endpoint.ts'
import { isUsableKey, readPublicKey, type VerificationKey } from './public-key.ts'

/** The keys that a token was compared with, for an explanation. */
export type KnownKeys = {
  kids: (string | null)[]
  /** The age of the keys; null for static keys. */
  fetchedSecondsAgo: number | null
}

/** The keys that verify the tokens of a partner: static ones, or those of its JWKS endpoint. */
export type PartnerKeys = {
  current(partner: PartnerEntry): Promise<readonly VerificationKey[] | KeysUnavailable>
  /** Fetches the keys again, for a token with an unknown key. Null if no fetch is due yet, or if it failed. */
  renewed(partner: PartnerEntry): Promise<readonly VerificationKey[] | null>
  describe(partner: PartnerEntry): Promise<KnownKeys>
}

export function createPartnerKeys(deps: KeyEndpointDeps & { partners: PartnerDirectory }): PartnerKeys {
  const endpoints = new Map<string, KeyEndpoint>()
  const staticKeys = new WeakMap<PartnerEntry, VerificationKey[]>()
  const testKeys = new WeakMap<PartnerEntry, VerificationKey[]>()

  deps.partners.onChange((partnerId) => {
    for (const [id, endpoint] of endpoints) {
      if (partnerId === null || partnerId === id) endpoint.markOutdated()
    }
  })

  const staticKeysOf = (partner: PartnerEntry): VerificationKey[] => {
    const keys = staticKeys.get(partner) ?? readStaticKeys(partner)
    staticKeys.set(partner, keys)
    return keys
  }

  const testKeysOf = (partner: PartnerEntry): VerificationKey[] => {
    const keys = testKeys.get(partner) ?? readTestKey(partner.secrets.testKey)
    testKeys.set(partner, keys)
    return keys
  }

  const endpointOf = (partner: PartnerEntry, url: string): KeyEndpoint => {
    const known = endpoints.get(partner.id)
    if (known?.url === url) return known
    const endpoint = new KeyEndpoint(deps, partner.id, url)
    endpoints.set(partner.id, endpoint)
    return endpoint
  }

  const ownKeys = async (partner: PartnerEntry) =>
    partner.jwksUrl === null ? staticKeysOf(partner) : endpointOf(partner, partner.jwksUrl).current()

  /** A test partner also accepts our own key, whatever keys it has registered. */
  const withOurKey = async (partner: PartnerEntry) => {
    const own = await ownKeys(partner)
    const ours = testKeysOf(partner)
    return own instanceof Refusal ? ours : [...own, ...ours]
  }
  const current = (partner: PartnerEntry) =>
    partner.secrets.testKey === null ? ownKeys(partner) : withOurKey(partner)

  return {
    current,
    async renewed(partner) {
      return partner.jwksUrl === null ? null : endpointOf(partner, partner.jwksUrl).renewed()
    },
    async describe(partner) {
      const found = await current(partner)
      const kids = found instanceof Refusal ? [] : found.map(({ kid }) => kid)
      const ageMs = partner.jwksUrl === null ? null : endpointOf(partner, partner.jwksUrl).ageMs(deps.now())
      return { kids, fetchedSecondsAgo: ageMs === null ? null : Math.round(ageMs / 1000) }
    },
  }
}

/** A static key verifies a token whatever `kid` it names: there is no set to choose from. */
function readStaticKeys({ publicKey, nextPublicKey }: PartnerEntry): VerificationKey[] {
  return [publicKey, nextPublicKey]
    .filter((key) => key !== null)
    .map((key) => readPublicKey(key))
    .filter(isUsableKey)
    .map((key) => ({ ...key, kid: null }))
}

function readTestKey(privateKey: string | null): VerificationKey[] {
  if (privateKey === null) return []
  const { d: _, ...publicKey } = JSON.parse(privateKey) as Record<string, unknown>
  const key = readPublicKey(publicKey)
  return isUsableKey(key) ? [{ ...key, kid: null }] : []
}
