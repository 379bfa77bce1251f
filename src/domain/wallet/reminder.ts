import { plainText } from '@counterfoil/contract/markup.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import type { LanguageRequest } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import { readVoucherTimes } from '../redemptions/rules/voucher-times.ts'
import { findReminderVoucher } from '../vouchers/consumer-queries.ts'
import { writeCalendar } from './calendar-file.ts'
import { lastDayOf } from './wallet-state.ts'

/** The last day of a published voucher as a calendar file. */
export async function writeReminder(
  { db, catalog, now }: Runtime & CatalogDeps,
  voucherId: string,
  request: LanguageRequest,
): Promise<string | Refusal> {
  const voucher = await findReminderVoucher(db, voucherId)
  const last = voucher && lastDayOf({ ...voucher, ...readVoucherTimes(voucher) }, voucher.timezone)
  if (!voucher || !last) return refuse('not_found')
  const language = (await catalog.current()).languages.choose(request)
  const { title } = translate(voucher, language)
  const { name } = translate(
    { name: voucher.merchantName, translations: voucher.merchantTranslations },
    language,
  )
  return writeCalendar(
    {
      uid: `voucher-${voucherId}@counterfoil`,
      summary: `${plainText(title)} · ${name}`,
      ends: last.isWholeDay ? last.date : last.endsAt,
    },
    now(),
  )
}
