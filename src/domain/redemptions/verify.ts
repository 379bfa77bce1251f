import { plainText } from '@counterfoil/contract/markup.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readVerificationCode } from '../../platform/verification-code.ts'
import { findVerified, listIdsWithin, type VerifiedRecord } from './verify-queries.ts'

/** What anybody with its verification code may know of a redemption: no person, partner, dispensed code or flag. */
export async function verifyRedemption(
  { db, vault }: Pick<Runtime, 'db' | 'vault'>,
  text: string,
): Promise<VerifiedRecord | null> {
  const code = readVerificationCode(text)
  if (!code) return null
  const ids = await listIdsWithin(db, code.from, code.until)
  const id = ids.find((one) => code.matches(vault, one))
  const found = id === undefined ? null : await findVerified(db, id)
  return found && { ...found, voucherTitle: plainText(found.voucherTitle) }
}
