import type { TOKEN_CHECKS } from '@counterfoil/contract/admin/partner-checks.ts'
import { SAMPLE_EXTERNAL_USER_ID } from '@counterfoil/contract/events.ts'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'
import type { Value } from '@counterfoil/contract/words/write-value.ts'
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

/** Why a token is refused: the failed check, the error code, and the reason. */
export class TokenProblem {
  readonly check: (typeof TOKEN_CHECKS)[number]
  readonly reason: Reason
  readonly code: 'invalid_token' | 'token_expired'

  constructor(check: TokenProblem['check'], reason: Reason, code: TokenProblem['code'] = 'invalid_token') {
    this.check = check
    this.reason = reason
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
  const problem = (...reason: Parameters<typeof reasonWith>) =>
    new TokenProblem('format', reasonWith(...reason))
  if (token.length > MAX_TOKEN_LENGTH)
    return problem('token.length', { length: token.length, maxLength: MAX_TOKEN_LENGTH })
  const parts = token.split('.')
  if (parts.length !== 3) return problem('token.parts', { parts: parts.length })
  if (!parts.every((part) => /^[\w-]*$/.test(part))) return problem('token.characters')
  const [header, payload] = [readTokenPart(token, 0), readTokenPart(token, 1)]
  if (!header) return problem('token.header')
  if (!payload) return problem('token.payload')
  const refused = REFUSED_HEADERS.find((name) => name in header)
  if (refused) return problem('token.refusedHeader', { header: refused })
  const { alg, kid = null } = header
  if (!isAlgorithm(alg))
    return problem('token.algorithm', { value: quoted(alg), algorithms: ALGORITHMS.join(', ') })
  if (parts[2] === '') return problem('token.unsigned')
  if (!(kid === null || typeof kid === 'string')) return problem('token.kid')
  const { iss: issuer } = payload
  if (typeof issuer !== 'string') return problem('token.notText', { value: quoted(issuer) })
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

/** A claim in a reason. */
export function quoted(value: unknown): Value {
  return value === undefined ? { type: 'NONE', value: '' } : { type: 'NAME', value: JSON.stringify(value) }
}

/** The claims of a partner's token, or the claim that is invalid at any time. `checkTimes` checks the rest. */
export function readClaims(payload: Record<string, unknown>, partner: PartnerEntry): Claims | TokenProblem {
  const { sub, exp, iat = null, nbf = null, aud } = payload
  const externalUserId = readText(sub, MAX_LENGTHS.externalUserId)
  if (typeof sub !== 'string' || sub === '')
    return new TokenProblem('subject', reasonWith('token.noSubject', { value: quoted(sub) }))
  if (externalUserId === null || externalUserId === SAMPLE_EXTERNAL_USER_ID)
    return new TokenProblem('subject', reasonWith('token.subject'))
  if (!isTime(exp)) return notATime('exp', exp)
  if (!(iat === null || isTime(iat))) return notATime('iat', iat)
  if (!(nbf === null || isTime(nbf))) return notATime('nbf', nbf)
  const { jwtAudience: audience, maxTokenLifetimeSeconds: maxLifetime } = partner
  if (audience !== null && ![aud].flat().includes(audience))
    return new TokenProblem(
      'audience',
      reasonWith('token.audience', { value: quoted(aud), expected: quoted(audience) }),
    )
  if (maxLifetime !== null && iat === null)
    return new TokenProblem('lifetime', reasonWith('token.noIssueTime'))
  if (maxLifetime !== null && iat !== null && exp - iat > maxLifetime)
    return new TokenProblem(
      'lifetime',
      reasonWith('token.lifetime', { seconds: Math.ceil(exp - iat), maxSeconds: maxLifetime }),
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
  return new TokenProblem('times', reasonWith('token.notATime', { claim, value: quoted(value) }))
}

/** Checks the times: `invalid_token` before the token is valid, `token_expired` when the client should mint another. */
export function checkTimes({ exp, iat, nbf }: Claims, now: Date): TokenProblem | null {
  const seconds = now.getTime() / 1000
  const start = Math.max(iat ?? -Infinity, nbf ?? -Infinity)
  if (start > seconds + CLOCK_TOLERANCE_SECONDS)
    return new TokenProblem(
      'notBefore',
      reasonWith('token.early', { start: timeOf(start), now: now.toISOString() }),
    )
  if (exp > seconds + MAX_SECONDS_TO_EXPIRY) {
    return new TokenProblem('notBefore', reasonWith('token.milliseconds', { value: String(exp) }))
  }
  if (exp > seconds - CLOCK_TOLERANCE_SECONDS) return null
  return new TokenProblem(
    'expiry',
    reasonWith('token.expired', { end: timeOf(exp), now: now.toISOString() }),
    'token_expired',
  )
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
