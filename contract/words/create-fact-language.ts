import type { FactLanguage } from './fact-words.ts'

const TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

/** A language of texts that the service writes itself: times are in UTC, and money is written as in the API. */
export function createFactLanguage(
  language: Pick<FactLanguage, 'words' | 'fields' | 'failures' | 'locale'>,
): FactLanguage {
  const { locale } = language
  const inUtc = new Intl.DateTimeFormat(locale, { ...TIME, timeZone: 'UTC' })
  return {
    ...language,
    isRightToLeft: new Intl.Locale(locale).language === 'ar',
    writeTime(value, timeZone) {
      const at = new Date(value)
      // A time that cannot be read stays as it is: entries of any age are shown.
      if (Number.isNaN(at.getTime())) return value
      if (timeZone === undefined) return `${inUtc.format(at)} UTC`
      return `${new Intl.DateTimeFormat(locale, { ...TIME, timeZone }).format(at)} (${timeZone})`
    },
    writeMoney: ({ amount, currency }) => `${amount} ${currency}`,
  }
}
