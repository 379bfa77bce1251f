import { TOKEN_CHECKS, type TokenCheck } from '@counterfoil/contract/admin/partner-checks.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { reasonWith } from '@counterfoil/contract/words/reason.ts'
import type { Static } from 'typebox'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import type { PartnersDeps } from './directory.ts'
import type { PartnerKeys } from './partner-keys.ts'
import { findPartner } from './queries.ts'
import { checkTimes, parseToken, quoted, readClaims, readTokenPart, TokenProblem } from './token.ts'
import { findVerifyingKey } from './verifying-key.ts'

type Check = Static<typeof TokenCheck>
type Failure = { error: NonNullable<Check['error']>; failed: Pick<TokenProblem, 'check' | 'reason'> }

/** Returns the check of the consumer routes that the token fails. Nothing of the token is stored or logged. */
export async function checkToken(
  deps: PartnersDeps,
  keys: PartnerKeys,
  caller: Caller,
  partnerId: string,
  input: string,
): Promise<Check | Refusal> {
  const known = await findPartner(deps.db, caller, partnerId)
  const partner = known && (await deps.partners.byId(known.id))
  if (!partner) return refuse('not_found')
  const token = input.trim().replace(/^Bearer +/i, '')
  const failure = await findFailure(deps, keys, partner, token)
  return {
    ok: failure === null,
    error: failure?.error ?? null,
    checks: listChecks(failure?.failed ?? null),
    header: readTokenPart(token, 0),
    claims: readTokenPart(token, 1),
  }
}

/** Checks the token by the same steps as for a request, in the same order. */
async function findFailure(
  deps: Runtime,
  keys: PartnerKeys,
  partner: PartnerEntry,
  token: string,
): Promise<Failure | null> {
  const unverified = parseToken(token)
  if (unverified instanceof TokenProblem) return failureOf(unverified)
  const { issuer, payload } = unverified
  if (issuer !== partner.jwtIssuer) {
    const values = { value: quoted(issuer), expected: quoted(partner.jwtIssuer) }
    return failureOf(new TokenProblem('issuer', reasonWith('token.issuer', values)))
  }
  const claims = readClaims(payload, partner)
  if (claims instanceof TokenProblem) return failureOf(claims)
  const key = await findVerifyingKey(keys, partner, token, unverified)
  if (key instanceof TokenProblem) return failureOf(key)
  if (key instanceof Refusal) {
    const reason = reasonWith('token.keyNotFetched')
    return { error: 'keys_unavailable', failed: { check: 'signature', reason } }
  }
  const untimely = checkTimes(claims, deps.now())
  if (untimely) return failureOf(untimely)
  if (!partner.disabled) return null
  return { error: 'partner_disabled', failed: { check: 'partner', reason: reasonWith('token.disabled') } }
}

function failureOf(problem: TokenProblem): Failure {
  return { error: problem.code, failed: problem }
}

function listChecks(failed: Failure['failed'] | null): Check['checks'] {
  const failedAt = failed ? TOKEN_CHECKS.indexOf(failed.check) : TOKEN_CHECKS.length
  return TOKEN_CHECKS.map((check, i) => {
    const ok = i === failedAt ? false : i < failedAt ? true : null
    const reason = ok === null ? reasonWith('token.notChecked') : reasonWith(`token.passed.${check}`)
    const said = (ok === false && failed?.reason) || reason
    return { check, ok, message: reasonInEnglish(said), facts: [said] }
  })
}
