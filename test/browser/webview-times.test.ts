import { expect, test } from 'vitest'
import { createFormats } from '../../webview/src/language/formats.ts'

/** In the local time zone, wherever this runs. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const noon = () => Date.parse(at(15, 12))
const spaced = (text: string) => text.replace(/\s/g, ' ')

/** The voucher texts of a language, at noon on the 15th. */
async function voucherWords(file: string, locale: string) {
  const { words } = await import(`../../webview/src/languages/${file}.ts`)
  return words(createFormats(locale, noon)).voucher
}

test.each([
  ['en', 'en-GB', 'again today at 17:00', 'More available today at 17:00', 'again on 16 November'],
  ['ms', 'ms', 'semula hari ini pada 5:00 PTG', 'tersedia hari ini pada 5:00 PTG', 'semula pada 16 November'],
  ['zh-hans', 'zh-SG', '今天下午5:00起可再次使用', '今天下午5:00起有新名额', '11月16日起可再次使用'],
  ['ar', 'ar', 'مجددًا اليوم الساعة 5:00 م', 'المزيد اليوم الساعة 5:00 م', 'مجددًا في 16 نوفمبر'],
])(
  '%s: a cycle that resets later today shows the time, otherwise the day',
  async (file, locale, used, gone, tomorrow) => {
    const { usedUpUntil, fullyRedeemedUntil } = await voucherWords(file, locale)
    expect(spaced(usedUpUntil(at(15, 17)))).toContain(used)
    expect(spaced(fullyRedeemedUntil(at(15, 17)))).toContain(gone)
    expect(spaced(usedUpUntil(at(16, 0)))).toContain(tomorrow)
  },
)

test('a start or end later today shows the time; an end at midnight shows the day before', async () => {
  const { leftUntil, notYet, onceUntil, expired } = await voucherWords('en', 'en-GB')
  expect(onceUntil(at(15, 17))).toBe('Use once by 17:00')
  expect(leftUntil(2, 3, at(16, 0))).toBe('2 of 3 left until 15 November')
  expect(leftUntil(2, 3, at(16, 8))).toBe('2 of 3 left until 16 November')
  expect(notYet(at(15, 17))).toBe('Available from 17:00')
  expect(notYet(at(16, 0))).toBe('Available from 16 November')
  expect(expired(at(15, 9))).toBe('Expired at 9:00')
  expect(expired(at(15, 0))).toBe('Expired on 14 November')
})
