import type { TOKEN_CHECKS } from '@counterfoil/contract/admin/partner-checks.ts'
import { SAMPLE_EXTERNAL_USER_ID } from '@counterfoil/contract/events.ts'
import { unstorableText } from '../../platform/input/validation.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { ALGORITHMS, type Algorithm } from './public-key.ts'

/** A parsed token. Do not trust anything in it before its signature is verified. */
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
  /** The times are in seconds, as in the token. */
  exp: number
  iat: number | null
  nbf: number | null
}

/** Why a token is refused: the failed check, the error code, and the reason in words. */
export class TokenProblem {
  readonly check: (typeof TOKEN_CHECKS)[number]
  readonly message: string
  readonly code: 'invalid_token' | 'token_expired'

  constructor(check: TokenProblem['check'], message: string, code: TokenProblem['code'] = 'invalid_token') {
    this.check = check
    this.message = message
    this.code = code
  }
}

const MAX_TOKEN_LENGTH = 8 * 1024
const CLOCK_TOLERANCE_SECONDS = 60
/** Ten years, with the maximum number of leap days. A time in milliseconds is far beyond it. */
const MAX_SECONDS_TO_EXPIRY = 3653 * 24 * 60 * 60
const MAX_LENGTHS = { externalUserId: 255, email: 320, displayName: 200 }
/** `jku` and `x5u` let a token choose its own key; `crit` demands extensions that we do not support. */
const REFUSED_HEADERS = ['jku', 'x5u', 'crit']

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseToken(token: string): UnverifiedToken | TokenProblem {
  const problem = (message: string) => new TokenProblem('format', message)
  if (token.length > MAX_TOKEN_LENGTH)
    return problem(`The token has ${token.length} characters. The maximum is ${MAX_TOKEN_LENGTH}.`)
  const parts = token.split('.')
  if (parts.length !== 3)
    return problem(`A signed JWT has three parts with dots between them. This text has ${parts.length}.`)
  if (!parts.every((part) => /^[\w-]*$/.test(part)))
    return problem('The token has characters that are not base64url.')
  const [header, payload] = [readTokenPart(token, 0), readTokenPart(token, 1)]
  if (!header) return problem('The header is not a JSON object in base64url.')
  if (!payload) return problem('The claims are not a JSON object in base64url.')
  const refused = REFUSED_HEADERS.find((name) => name in header)
  if (refused) return problem(`The header ${refused} is not accepted.`)
  const { alg, kid = null } = header
  if (!isAlgorithm(alg))
    return problem(`The algorithm is ${quoted(alg)}. Accepted: ${ALGORITHMS.join(', ')}.`)
  if (parts[2] === '') return problem('The token has no signature.')
  if (!(kid === null || typeof kid === 'string')) return problem('The header kid is not text.')
  const { iss: issuer } = payload
  if (typeof issuer !== 'string') return problem(`The claim iss is ${quoted(issuer)}. It must be text.`)
  return { alg, kid, issuer, payload }
}

/** The claim `iss` of a token that may be refused for anything else in it; null if it cannot be read. */
export function readIssuer(token: string): string | null {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const issuer = readTokenPart(token, 1)?.iss
  return typeof issuer === 'string' ? issuer : null
}

/** The header (0) or the claims (1), unverified; null if they cannot be read. */
export function readTokenPart(token: string, part: 0 | 1): Record<string, unknown> | null {
  try {
    const segment = token.split('.', 2)[part] ?? ''
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

/** Formats a claim for a message. */
export function quoted(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value)
}

/** The claims of a partner's token, or the claim that is invalid at any time. `checkTimes` checks the rest. */
export function readClaims(payload: Record<string, unknown>, partner: PartnerEntry): Claims | TokenProblem {
  const { sub, exp, iat = null, nbf = null, aud } = payload
  const externalUserId = readText(sub, MAX_LENGTHS.externalUserId)
  if (typeof sub !== 'string' || sub === '')
    return new TokenProblem('subject', `The claim sub is ${quoted(sub)}. It must be the external user id.`)
  if (externalUserId === null || externalUserId === SAMPLE_EXTERNAL_USER_ID)
    return new TokenProblem('subject', 'The claim sub is too long, or is a text that cannot be stored.')
  if (!isTime(exp)) return notATime('exp', exp)
  if (!(iat === null || isTime(iat))) return notATime('iat', iat)
  if (!(nbf === null || isTime(nbf))) return notATime('nbf', nbf)
  const { jwtAudience: audience, maxTokenLifetimeSeconds: maxLifetime } = partner
  if (audience !== null && ![aud].flat().includes(audience))
    return new TokenProblem('audience', `The claim aud is ${quoted(aud)}, expected ${quoted(audience)}.`)
  if (maxLifetime !== null && iat === null)
    return new TokenProblem('lifetime', 'The claim iat is missing. The partner has a maximum lifetime.')
  if (maxLifetime !== null && iat !== null && exp - iat > maxLifetime)
    return new TokenProblem(
      'lifetime',
      `The token lives ${exp - iat} seconds. The maximum is ${maxLifetime}.`,
    )
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

function notATime(claim: string, value: unknown): TokenProblem {
  const message = `The claim ${claim} is ${quoted(value)}. It must be a number of seconds since 1970.`
  return new TokenProblem('times', message)
}

/** Checks the times: `invalid_token` before the token is valid, `token_expired` when the client should mint another. */
export function checkTimes({ exp, iat, nbf }: Claims, now: Date): TokenProblem | null {
  const seconds = now.getTime() / 1000
  const start = Math.max(iat ?? -Infinity, nbf ?? -Infinity)
  if (start > seconds + CLOCK_TOLERANCE_SECONDS)
    return new TokenProblem(
      'notBefore',
      `The token is valid from ${timeOf(start)} on (iat, nbf). ${ourClock(now)}`,
    )
  if (exp > seconds + MAX_SECONDS_TO_EXPIRY) {
    const message = `The claim exp is ${exp}, more than ten years ahead. It looks like milliseconds, expected seconds.`
    return new TokenProblem('notBefore', message)
  }
  if (exp > seconds - CLOCK_TOLERANCE_SECONDS) return null
  return new TokenProblem('expiry', `The token expired at ${timeOf(exp)}. ${ourClock(now)}`, 'token_expired')
}

function ourClock(now: Date): string {
  return `Our clock says ${now.toISOString()}.`
}

/** A time beyond the calendar is shown as a number. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString()
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
