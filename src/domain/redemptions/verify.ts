import { plainText } from '@counterfoil/contract/markup.ts'
import { findInCells } from '../../platform/cells/merge.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readVerificationCode } from '../../platform/verification-code.ts'
import { translate } from '../languages/translate.ts'
import { chooseAmong, translateRedemption } from './translate-redemption.ts'
import { findVerified, listIdsWithin, type VerifiedRecord } from './verify-queries.ts'

/** What anybody with its verification code may know of a redemption: no person, partner, dispensed code or flag. */
export async function verifyRedemption(
  deps: Pick<Runtime, 'db' | 'cell' | 'cells' | 'vault' | 'config'>,
  text: string,
  lang: string,
): Promise<VerifiedRecord | null> {
  const code = readVerificationCode(text)
  if (!code) return null
  const verified = await findInCells(deps, async ({ db }) => {
    const ids = await listIdsWithin(db, code.from, code.until)
    const id = ids.find((one) => code.matches(deps.vault, one))
    return id === undefined ? null : findVerified(db, id)
  })
  if (!verified) return null
  const { found } = verified
  const { merchantTranslations, voucherTranslations, outletTranslations, merchantName: name } = found
  const all = [merchantTranslations, voucherTranslations, outletTranslations]
  const language = chooseAmong(deps.config.baseLanguage, { lang, acceptLanguage: null }, ...all)
  const { voucherTitle, outletName } = translateRedemption(found, language)
  const merchant = translate({ name, translations: merchantTranslations }, language)
  return { ...found, merchantName: merchant.name, outletName, voucherTitle: plainText(voucherTitle) }
}
