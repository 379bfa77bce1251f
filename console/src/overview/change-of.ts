import { LOCALE } from '../time/language.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'

const signed = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' })
const percent = new Intl.NumberFormat(LOCALE, {
  ...{ style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 },
})

/** The difference, with its percentage unless the earlier number is 0: “+27 (+11%)”, or “+27”. */
export function changeOf(now: number, before: number): string {
  if (now === before) return words.noChange
  const difference = signed.format(now - before)
  return before === 0 ? difference : `${difference} (${percent.format((now - before) / before)})`
}
