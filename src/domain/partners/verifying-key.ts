import { reasonWith } from '@counterfoil/contract/words/reason.ts'
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
  const listed = kids.map((one) => one ?? NO_KID).join(', ') || NO_KID
  const isUnknown = kid !== null && fetchedSecondsAgo !== null && !kids.includes(kid)
  const reason = isUnknown
    ? reasonWith('token.unknownKey', { kid: quoted(kid), seconds: fetchedSecondsAgo, kids: listed })
    : kid === null
      ? reasonWith('token.wrongKey:unnamed', { algorithm: alg, kids: listed })
      : reasonWith('token.wrongKey', { kid: quoted(kid), algorithm: alg, kids: listed })
  return new TokenProblem('signature', reason)
}

/** Stands for a key without kid, and for an empty set. */
const NO_KID = '–'

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
