import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto'

const LEAST_RSA_BITS = 2048
const CURVES = new Set(['prime256v1', 'secp384r1'])

/** Why a partner's static key cannot verify tokens, or null. Takes SPKI PEM or a JWK. */
export function publicKeyIssue(key: string | object): string | null {
  if (typeof key === 'string' ? !/^\s*-----BEGIN PUBLIC KEY-----/.test(key) : 'd' in key || !('kty' in key)) {
    return 'must be a public key, as SPKI PEM (BEGIN PUBLIC KEY) or as a JWK'
  }
  const parsed = parse(key)
  return parsed ? weakness(parsed) : 'cannot be parsed as a public key'
}

function parse(key: string | object): KeyObject | null {
  try {
    return typeof key === 'string' ? createPublicKey(key) : createPublicKey({ key: key as webcrypto.JsonWebKey, format: 'jwk' })
  } catch {
    return null
  }
}

function weakness({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string | null {
  if (type === 'ed25519') return null
  if (type === 'ec') return CURVES.has(details?.namedCurve ?? '') ? null : 'must be on curve P-256 or P-384'
  if (type !== 'rsa') return 'must be an RSA, EC (P-256, P-384) or Ed25519 key'
  const bits = details?.modulusLength ?? 0
  return bits >= LEAST_RSA_BITS ? null : `is an RSA key of ${bits} bits: ${LEAST_RSA_BITS} are the least`
}
