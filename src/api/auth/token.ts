import type { PartnerEntry } from '../../domain/partners/directory.ts'
import { ALGORITHMS, type Algorithm } from '../../domain/partners/public-key.ts'
import { unstorableText } from '../../platform/input/validation.ts'

/** A token taken apart: nothing in it is to be believed before its signature is. */
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

const MOST_BYTES = 8 * 1024
const TOLERANCE_SECONDS = 60
/** Ten years, with as many leap days as they can have. Milliseconds taken for seconds lie far beyond. */
const MAX_SECONDS_TO_EXPIRY = 3653 * 24 * 60 * 60
const LONGEST = { externalUserId: 255, email: 320, displayName: 200 }
/** What lets a token choose its own key, or demand that we understand it in another way. */
const REFUSED_HEADERS = ['jku', 'x5u', 'crit']

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseToken(token: string): UnverifiedToken | null {
  if (token.length > MOST_BYTES || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null
  const [header, payload] = token.split('.', 2).map(readObject)
  if (!header || !payload || REFUSED_HEADERS.some((name) => name in header)) return null
  const { alg, kid = null } = header
  if (!isAlgorithm(alg) || !(kid === null || typeof kid === 'string')) return null
  return typeof payload.iss === 'string' ? { alg, kid, issuer: payload.iss, payload } : null
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

/** What a token of this partner must say whatever the time is; null when it does not. */
export function readClaims(payload: Record<string, unknown>, partner: PartnerEntry): Claims | null {
  const { sub, exp, iat = null, nbf = null, aud } = payload
  const externalUserId = readText(sub, LONGEST.externalUserId)
  if (externalUserId === null || !isTime(exp)) return null
  if (!(iat === null || isTime(iat)) || !(nbf === null || isTime(nbf))) return null
  if (partner.jwtAudience !== null && ![aud].flat().includes(partner.jwtAudience)) return null
  const longest = partner.maxTokenLifetimeSeconds
  if (longest !== null && (iat === null || exp - iat > longest)) return null
  return {
    externalUserId,
    // Data, not credentials: one that we could not store is as good as none.
    email: readText(payload.email, LONGEST.email),
    displayName: readText(payload.displayName, LONGEST.displayName),
    exp,
    iat,
    nbf,
  }
}

/** The time's own verdict: too early is as bad as forged, too late is a reason to mint another. */
export function judgeTime({ exp, iat, nbf }: Claims, now: Date): 'invalid_token' | 'token_expired' | null {
  const seconds = now.getTime() / 1000
  if (Math.max(iat ?? -Infinity, nbf ?? -Infinity) > seconds + TOLERANCE_SECONDS) return 'invalid_token'
  if (exp > seconds + MAX_SECONDS_TO_EXPIRY) return 'invalid_token'
  return exp <= seconds - TOLERANCE_SECONDS ? 'token_expired' : null
}

/** RFC 7519, section 2: seconds since the epoch, fractions allowed. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Text of 1 to `most` code points that PostgreSQL can hold. */
function readText(value: unknown, most: number): string | null {
  if (typeof value !== 'string' || value === '' || unstorableText(value)) return null
  // A code point is one or two UTF-16 units: the exact count is taken of few.
  return value.length <= most || (value.length <= 2 * most && [...value].length <= most) ? value : null
}
