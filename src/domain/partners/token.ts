import { SAMPLE_EXTERNAL_USER_ID } from '@counterfoil/contract/events.ts'
import { unstorableText } from '../../platform/input/validation.ts'
import type { PartnerEntry } from './directory.ts'
import { ALGORITHMS, type Algorithm } from './public-key.ts'

/** A parsed token. Trust nothing in it before its signature is verified. */
export type UnverifiedToken = {
  alg: Algorithm
  kid: string | null
  issuer: string
  payload: Record<string, unknown>
}

export type Claims = {
  externalUserId: string
  email: string | null
  displayName: string | null
  /** In seconds, as the token has them. */
  exp: number
  iat: number | null
  nbf: number | null
}

export const MAX_TOKEN_LENGTH = 8 * 1024
const CLOCK_TOLERANCE_SECONDS = 60
/** Ten years, with the maximum of leap days. Milliseconds given as seconds are far beyond it. */
const MAX_SECONDS_TO_EXPIRY = 3653 * 24 * 60 * 60
const MAX_LENGTHS = { externalUserId: 255, email: 320, displayName: 200 }
/** `jku` and `x5u` let a token choose its own key; `crit` demands extensions that we do not support. */
export const REFUSED_HEADERS = ['jku', 'x5u', 'crit']

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseToken(token: string): UnverifiedToken | null {
  if (token.length > MAX_TOKEN_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null
  const [header, payload] = token.split('.', 2).map(readObject)
  if (!header || !payload || REFUSED_HEADERS.some((name) => name in header)) return null
  const { alg, kid = null } = header
  if (!isAlgorithm(alg) || !(kid === null || typeof kid === 'string')) return null
  return typeof payload.iss === 'string' ? { alg, kid, issuer: payload.iss, payload } : null
}

/** The header (0) or the claims (1), unverified; null if they cannot be read. */
export function readTokenPart(token: string, part: 0 | 1): Record<string, unknown> | null {
  return readObject(token.split('.', 2)[part] ?? '')
}

function readObject(segment: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(segment, 'base64url')))
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown> | null)
      : null
  } catch {
    return null
  }
}

function isAlgorithm(alg: unknown): alg is Algorithm {
  return ALGORITHMS.some((name) => name === alg)
}

/** The claims of a partner's token, or null if one is invalid at any time. `judgeTime` checks the rest. */
export function readClaims(payload: Record<string, unknown>, partner: PartnerEntry): Claims | null {
  const { sub, exp, iat = null, nbf = null, aud } = payload
  const externalUserId = readText(sub, MAX_LENGTHS.externalUserId)
  if (externalUserId === null || externalUserId === SAMPLE_EXTERNAL_USER_ID || !isTime(exp)) return null
  if (!(iat === null || isTime(iat)) || !(nbf === null || isTime(nbf))) return null
  if (partner.jwtAudience !== null && ![aud].flat().includes(partner.jwtAudience)) return null
  const maxLifetime = partner.maxTokenLifetimeSeconds
  if (maxLifetime !== null && (iat === null || exp - iat > maxLifetime)) return null
  return {
    externalUserId,
    // Profile data: a value that we cannot store is ignored.
    email: readText(payload.email, MAX_LENGTHS.email),
    displayName: readText(payload.displayName, MAX_LENGTHS.displayName),
    exp,
    iat,
    nbf,
  }
}

/** Checks the times of a token: `invalid_token` before it is valid, `token_expired` when the client should mint another. */
export function judgeTime({ exp, iat, nbf }: Claims, now: Date): 'invalid_token' | 'token_expired' | null {
  const seconds = now.getTime() / 1000
  if (Math.max(iat ?? -Infinity, nbf ?? -Infinity) > seconds + CLOCK_TOLERANCE_SECONDS) return 'invalid_token'
  if (exp > seconds + MAX_SECONDS_TO_EXPIRY) return 'invalid_token'
  return exp <= seconds - CLOCK_TOLERANCE_SECONDS ? 'token_expired' : null
}

/** RFC 7519, section 2: seconds since the epoch, fractions allowed. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Text of 1 to `maxLength` code points that PostgreSQL can store. */
function readText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' || value === '' || unstorableText(value)) return null
  // A code point is one or two UTF-16 units, so few values need an exact count.
  if (value.length <= maxLength) return value
  return value.length <= 2 * maxLength && [...value].length <= maxLength ? value : null
}
