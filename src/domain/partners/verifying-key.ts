import { compactVerify } from 'jose'
import { Refusal } from '../../platform/refusal.ts'
import type { PartnerEntry } from './directory.ts'
import type { PartnerKeys } from './partner-keys.ts'
import type { VerificationKey } from './public-key.ts'
import type { UnverifiedToken } from './token.ts'

/** The partner's key that verifies the signature, or null. */
export async function findVerifyingKey(
  keys: PartnerKeys,
  partner: PartnerEntry,
  token: string,
  { alg, kid }: UnverifiedToken,
): Promise<VerificationKey | Refusal | null> {
  const current = await keys.current(partner)
  if (current instanceof Refusal) return current
  const fits = (key: VerificationKey) =>
    key.algorithms.includes(alg) && (kid === null || key.kid === null || key.kid === kid)
  const found = await firstToVerify(current.filter(fits), token, alg)
  // A known kid under a wrong signature is final. An unknown kid may have been published since the last fetch.
  if (found || (kid !== null && current.some((key) => key.kid === kid))) return found
  const renewed = await keys.renewed(partner)
  return renewed && firstToVerify(renewed.filter(fits), token, alg)
}

/** For a token without kid: each try costs a signature check. */
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
