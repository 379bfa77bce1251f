import { createPublicKey, hash, type KeyObject, type webcrypto } from 'node:crypto'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'
import { unstorableText } from '../../platform/input/validation.ts'
import { type Issue, issueOf } from '../../platform/refusal.ts'

/** Accepted signature algorithms. None is symmetric: a partner's public key must never be usable as a shared secret. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
] as const
export type Algorithm = (typeof ALGORITHMS)[number]

export type VerificationKey = {
  /** The identity is the same for the same key, `kid` and `alg`, wherever the key is read. */
  identity: string
  kid: string | null
  algorithms: readonly Algorithm[]
  key: KeyObject
  /** Everything needed to read the key again. */
  jwk: Jwk
}

export type Jwk = webcrypto.JsonWebKey & { kid?: string }

const MIN_RSA_BITS = 2048
const RSA_ALGORITHMS = ALGORITHMS.filter((name) => /^[RP]S/.test(name))
const CURVE_ALGORITHMS: Record<string, Algorithm> = { prime256v1: 'ES256', secp384r1: 'ES384' }

/** Why a partner's static key at `path` cannot verify tokens; empty if it can. Takes SPKI PEM or a JWK. */
export function publicKeyIssues(path: string, key: string | object): Issue[] {
  const read = readPublicKey(key)
  return isUsableKey(read) ? [] : [issueOf(path, read)]
}

export function isUsableKey(read: VerificationKey | Reason): read is VerificationKey {
  return 'key' in read
}

/** The usable keys of a JWKS document, in a stable order; null when it is not a JWKS document. */
export function readKeySet(document: unknown): VerificationKey[] | null {
  const listed = (document as { keys?: unknown } | null)?.keys
  if (!Array.isArray(listed)) return null
  return listed
    .filter((key) => typeof key === 'object' && key !== null)
    .map(readPublicKey)
    .filter(isUsableKey)
    .sort((a, b) => (a.identity < b.identity ? -1 : 1))
}

/** A key that can verify tokens, or the reason why it cannot. */
export function readPublicKey(input: string | object): VerificationKey | Reason {
  const isPublic =
    typeof input === 'string'
      ? /^\s*-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----\s*$/.test(input)
      : 'kty' in input && input.kty !== 'oct' && !('d' in input)
  if (!isPublic) return reasonWith('issue.keyNotPublic')
  const key = parse(input)
  if (!key) return reasonWith('issue.keyUnreadable')
  const fitting = algorithmsOf(key)
  if (!Array.isArray(fitting)) return fitting
  const {
    use,
    key_ops: operations,
    alg,
    kid,
  } = (typeof input === 'string' ? {} : input) as Record<string, unknown>
  if (use === 'enc' || (Array.isArray(operations) && !operations.includes('verify')))
    return reasonWith('issue.keyUse')
  if (unstorableText(kid)) return reasonWith('issue.keyKid')
  const algorithms = alg === undefined ? fitting : fitting.filter((name) => name === nameOf(alg))
  if (algorithms.length === 0) return reasonWith('issue.keyAlg')
  return verificationKey(key, algorithms, typeof kid === 'string' ? kid : null, alg === undefined)
}

function parse(key: string | object): KeyObject | null {
  try {
    return typeof key === 'string'
      ? createPublicKey(key)
      : createPublicKey({ key: key as webcrypto.JsonWebKey, format: 'jwk' })
  } catch {
    return null
  }
}

function algorithmsOf(key: KeyObject): Algorithm[] | Reason {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519') return ['EdDSA']
  if (type === 'ec') {
    const algorithm = CURVE_ALGORITHMS[details?.namedCurve ?? '']
    return algorithm ? [algorithm] : reasonWith('issue.keyCurve')
  }
  if (type !== 'rsa') return reasonWith('issue.keyType')
  const bits = details?.modulusLength ?? 0
  if (bits < MIN_RSA_BITS)
    return reasonWith('issue.keyShort', { bits: String(bits), minBits: String(MIN_RSA_BITS) })
  return weaknessOf(key) ?? RSA_ALGORITHMS
}

const MAX_SMALL_FACTOR = 751n
const MAX_RSA_EXPONENT = 1n << 256n

/**
 * Why anyone could forge signatures for this key, or null. This is the partial validation of NIST SP 800-89, section
 * 5.3.3, except that exponents below 65537 are allowed, since some issuers still use them.
 */
function weaknessOf(key: KeyObject): Reason | null {
  const exponent = key.asymmetricKeyDetails?.publicExponent ?? 0n
  if (exponent < 3n || exponent % 2n === 0n || exponent >= MAX_RSA_EXPONENT)
    return reasonWith('issue.keyExponent')
  const { n = '' } = key.export({ format: 'jwk' })
  const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
  for (let factor = 2n; factor <= MAX_SMALL_FACTOR; factor += 1n) {
    if (modulus % factor === 0n) return reasonWith('issue.keyFactor')
  }
  return isPrime(modulus) ? reasonWith('issue.keyPrime') : null
}

/**
 * Fermat's test with base 2. Every prime passes it, and no product of two random primes in practice. A partner's key set
 * can contain anything: to be certain of a prime of 4096 bits, `checkPrime` would compute for ten seconds.
 */
function isPrime(number: bigint): boolean {
  let power = 1n
  for (const bit of (number - 1n).toString(2)) {
    power = (power * power) % number
    if (bit === '1') power = (power * 2n) % number
  }
  return power === 1n
}

/** RFC 9864 names EdDSA on this curve Ed25519; newer key sets use that name. */
const nameOf = (alg: unknown) => (alg === 'Ed25519' ? 'EdDSA' : alg)

function verificationKey(
  key: KeyObject,
  algorithms: Algorithm[],
  kid: string | null,
  forAny: boolean,
): VerificationKey {
  const jwk: Jwk = {
    ...(key.export({ format: 'jwk' }) as webcrypto.JsonWebKey),
    ...(kid !== null && { kid }),
    ...(!forAny && { alg: algorithms[0] as Algorithm }),
  }
  return { identity: hash('sha256', JSON.stringify(jwk), 'base64url'), kid, algorithms, key, jwk }
}
