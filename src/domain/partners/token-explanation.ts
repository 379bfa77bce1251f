import type { TOKEN_CHECKS } from '@counterfoil/contract/admin-partner-checks.ts'
import type { PartnerEntry } from './directory.ts'
import type { KnownKeys } from './partner-keys.ts'
import { ALGORITHMS } from './public-key.ts'
import {
  type Claims,
  MAX_TOKEN_LENGTH,
  REFUSED_HEADERS,
  readTokenPart,
  type UnverifiedToken,
} from './token.ts'

/** A failed check, and why in words. */
export type Verdict = { check: (typeof TOKEN_CHECKS)[number]; message: string }

const quoted = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value))

/** Why `parseToken` cannot read the token. */
export function explainFormat(token: string): Verdict {
  return { check: 'format', message: formatProblem(token) }
}

function formatProblem(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH)
    return `The token has ${token.length} characters. The maximum is ${MAX_TOKEN_LENGTH}.`
  const parts = token.split('.')
  if (parts.length !== 3)
    return `A signed JWT has three parts with dots between them. This text has ${parts.length}.`
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token))
    return 'The token has characters that are not base64url, or an empty part.'
  const [header, payload] = [readTokenPart(token, 0), readTokenPart(token, 1)]
  if (!header) return 'The header is not a JSON object in base64url.'
  if (!payload) return 'The claims are not a JSON object in base64url.'
  const refused = REFUSED_HEADERS.find((name) => name in header)
  if (refused) return `The header ${refused} is not accepted.`
  if (!ALGORITHMS.some((name) => name === header.alg))
    return `The algorithm is ${quoted(header.alg)}. Accepted: ${ALGORITHMS.join(', ')}.`
  if (header.kid !== undefined && header.kid !== null && typeof header.kid !== 'string')
    return 'The header kid is not text.'
  return `The claim iss is ${quoted(payload.iss)}. It must be text.`
}

/** Why `readClaims` refuses the claims. */
export function explainClaims(payload: Record<string, unknown>, partner: PartnerEntry): Verdict {
  const { sub, exp, iat = null, nbf = null, aud } = payload
  const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
  if (!isTime(exp)) return timesVerdict('exp', exp)
  if (iat !== null && !isTime(iat)) return timesVerdict('iat', iat)
  if (nbf !== null && !isTime(nbf)) return timesVerdict('nbf', nbf)
  if (typeof sub !== 'string' || sub === '')
    return { check: 'subject', message: `The claim sub is ${quoted(sub)}. It must be the external user id.` }
  const { jwtAudience: audience, maxTokenLifetimeSeconds: maxLifetime } = partner
  if (audience !== null && ![aud].flat().includes(audience))
    return {
      check: 'audience',
      message: `The claim aud is ${quoted(aud)}, expected ${quoted(audience)}.`,
    }
  if (maxLifetime !== null && iat === null)
    return { check: 'lifetime', message: 'The claim iat is missing. The partner has a maximum lifetime.' }
  if (maxLifetime !== null && Number(exp) - Number(iat) > maxLifetime) {
    const seconds = Number(exp) - Number(iat)
    return {
      check: 'lifetime',
      message: `The token lives ${seconds} seconds. The maximum is ${maxLifetime}.`,
    }
  }
  return { check: 'subject', message: 'The claim sub is too long, or has characters that cannot be stored.' }
}

/** Why no key of the partner verifies the signature. */
export function explainKeys({ alg, kid }: UnverifiedToken, { kids, fetchedSecondsAgo }: KnownKeys): Verdict {
  const listed = kids.map((one) => one ?? 'without kid').join(', ') || 'none'
  if (kid !== null && fetchedSecondsAgo !== null && !kids.includes(kid)) {
    const message = `The kid ${quoted(kid)} is not in the JWKS fetched ${fetchedSecondsAgo} s ago (kids: ${listed}).`
    return { check: 'signature', message }
  }
  const named = kid === null ? 'names no kid' : `names the kid ${quoted(kid)}`
  return {
    check: 'signature',
    message: `No key of the partner verifies the signature. The token ${named} and uses ${alg}. Keys: ${listed}.`,
  }
}

function timesVerdict(name: string, value: unknown): Verdict {
  return {
    check: 'times',
    message: `The claim ${name} is ${quoted(value)}. It must be a number of seconds since 1970.`,
  }
}

/** Why `judgeTime` refuses the token. */
export function explainTime({ exp, iat, nbf }: Claims, error: string, now: Date): Verdict {
  const clock = `Our clock says ${now.toISOString()}.`
  if (error === 'token_expired')
    return { check: 'expiry', message: `The token expired at ${timeOf(exp)}. ${clock}` }
  const start = Math.max(iat ?? -Infinity, nbf ?? -Infinity)
  if (start > now.getTime() / 1000)
    return { check: 'notBefore', message: `The token is valid from ${timeOf(start)} on (iat, nbf). ${clock}` }
  return {
    check: 'notBefore',
    message: `The claim exp is ${exp}, more than ten years ahead. It looks like milliseconds, expected seconds.`,
  }
}

/** A time beyond the calendar is shown as the number that it is. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString()
}
