import { compactVerify } from 'jose'
import { Refusal } from '../../platform/refusal.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import type { KeysUnavailable } from './key-endpoint.ts'
import type { KnownKeys, PartnerKeys } from './partner-keys.ts'
import type { VerificationKey } from './public-key.ts'
import { quoted, TokenProblem, type UnverifiedToken } from './token.ts'

/** The partner's key that verifies the signature, or why none does. */
export async function findVerifyingKey(
  keys: PartnerKeys,
  partner: PartnerEntry,
  token: string,
  unverified: UnverifiedToken,
): Promise<VerificationKey | TokenProblem | KeysUnavailable> {
  const { alg, kid } = unverified
  const current = await keys.current(partner)
  if (current instanceof Refusal) return current
  const fits = (key: VerificationKey) =>
    key.algorithms.includes(alg) && (kid === null || key.kid === null || key.kid === kid)
  const found = await firstToVerify(current.filter(fits), token, alg)
  if (found) return found
  // A wrong signature with a known kid is final. An unknown kid may have been published since the last fetch.
  const isFinal = kid !== null && current.some((key) => key.kid === kid)
  const renewed = isFinal ? null : await keys.renewed(partner)
  const foundLater = renewed && (await firstToVerify(renewed.filter(fits), token, alg))
  return foundLater ?? noKeyVerifies(unverified, await keys.describe(partner))
}

function noKeyVerifies({ alg, kid }: UnverifiedToken, { kids, fetchedSecondsAgo }: KnownKeys): TokenProblem {
  const listed = kids.map((one) => one ?? 'without kid').join(', ') || 'none'
  if (kid !== null && fetchedSecondsAgo !== null && !kids.includes(kid)) {
    const message = `The kid ${quoted(kid)} is not in the JWKS fetched ${fetchedSecondsAgo} s ago (kids: ${listed}).`
    return new TokenProblem('signature', message)
  }
  const named = kid === null ? 'names no kid' : `names the kid ${quoted(kid)}`
  const message = `No key of the partner verifies the signature. The token ${named} and uses ${alg}. Keys: ${listed}.`
  return new TokenProblem('signature', message)
}

/** How many keys are tried for a token without kid: each try costs a signature check. */
const MAX_KEYS_TRIED = 5

async function firstToVerify(
  candidates: VerificationKey[],
  token: string,
  alg: string,
): Promise<VerificationKey | null> {
  for (const candidate of candidates.slice(0, MAX_KEYS_TRIED)) {
    const isVerified = await compactVerify(token, candidate.key, { algorithms: [alg] }).then(
      () => true,
      () => false,
    )
    if (isVerified) return candidate
  }
  return null
}
