import { expect, test } from 'vitest'
import { openingText } from '../../webview/src/position/opening-text.ts'
import { createFormats } from '../../webview/src/time/formats.ts'
import { savingOf } from '../../webview/src/voucher/saving.ts'

/** A time in November 2026, in the local time zone of the machine. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const noon = () => Date.parse(at(15, 12))
const spaced = (text: string) => text.replace(/\s/g, ' ')

/** The voucher texts of a language, at noon on the 15th. */
async function voucherWords(file: string, locale: string) {
  const { words } = await import(`../../webview/src/language/translations/${file}.ts`)
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

test('Malay: a moment after “pada” has no second one', () => {
  const { moment } = createFormats('ms-MY', noon)
  expect(spaced(moment(at(16, 17)))).toBe('16 November, 5:00 PTG')
  expect(spaced(moment('2025-06-01T12:00:00Z'))).toMatch(/^1 Jun 2025, \d/)
})

test.each([
  ['en', 'en-GB', 'Try again at 13:00 (in 60 minutes).', 'Please wait 60 seconds before you try again.'],
  ['ms', 'ms', 'Cuba lagi pada 1:00 PTG (dalam 60 minit).', 'Sila tunggu 60 saat sebelum mencuba lagi.'],
  ['zh-hans', 'zh-SG', '请于下午1:00再试（60 分钟后）。', '请等待 60 秒后再试。'],
  ['ar', 'ar', 'حاول مجددًا الساعة 1:00 م (بعد 60 دقيقة).', 'انتظر 60 ثانية قبل أن تحاول مجددًا.'],
])(
  '%s: a long wait is given as a clock time and in minutes, a short one in seconds',
  async (file, locale, long, short) => {
    const { words } = await import(`../../webview/src/language/translations/${file}.ts`)
    const { text } = words(createFormats(locale, noon)).failures.rate_limited
    expect([3600, 60].map((retryAfterSeconds) => spaced(text({ retryAfterSeconds })))).toEqual([long, short])
    // Rounded up: at that time, the wait is over.
    expect(spaced(text({ retryAfterSeconds: 3541 }))).toBe(long)
  },
)

test.each([
  ['en', 'en-GB', 'We’re busy right now. Try again in 3 seconds.'],
  ['ms', 'ms', 'Kami sibuk sekarang. Cuba lagi dalam 3 saat.'],
  ['zh-hans', 'zh-SG', '当前访问人数较多，请在 3 秒后再试。'],
  ['ar', 'ar', 'هناك ضغط كبير الآن. حاول مجددًا بعد 3 ثوانٍ.'],
])(
  '%s: the message about the limit of the partner does not mention attempts of the user',
  async (file, locale, text) => {
    const { words } = await import(`../../webview/src/language/translations/${file}.ts`)
    const { partner_limited: limited, unavailable } = words(createFormats(locale, noon)).failures
    expect([limited.title, spaced(limited.text({ retryAfterSeconds: 3 }))]).toEqual([unavailable.title, text])
    expect(limited.text()).toBe(unavailable.text)
  },
)

test('a start or end later today shows the time; an end at midnight shows the day before', async () => {
  const { notYet, validUntil, expired, usableFromTo } = await voucherWords('en', 'en-GB')
  expect(validUntil(at(15, 17))).toBe('Valid until 17:00')
  expect(validUntil(at(16, 0))).toBe('Valid until 15 November')
  expect(validUntil(at(16, 8))).toBe('Valid until 16 November')
  expect(usableFromTo(at(16, 0), at(25, 0))).toBe('Usable from 16 November to 24 November')
  expect(notYet(at(15, 17))).toBe('Available from 17:00')
  expect(notYet(at(16, 0))).toBe('Available from 16 November')
  expect(expired(at(15, 9))).toBe('Expired at 9:00')
  expect(expired(at(15, 0))).toBe('Expired on 14 November')
})

test.each([
  ['en', 'en-GB', ['Ends today at 17:00', 'Ends today', 'Ends tomorrow', 'Ends in 2 days']],
  ['ms', 'ms', ['Tamat hari ini pada 5:00 PTG', 'Tamat hari ini', 'Tamat esok', 'Tamat dalam 2 hari']],
  ['zh-hans', 'zh-SG', ['今天下午5:00结束', '今天结束', '明天结束', '2 天后结束']],
  ['ar', 'ar', ['تنتهي اليوم الساعة 5:00 م', 'تنتهي اليوم', 'تنتهي غدًا', 'تنتهي خلال يومين']],
])(
  '%s: an end is counted in calendar days: on the 15th, the 17th is in 2 days',
  async (file, locale, expected) => {
    const { daysUntil } = createFormats(locale, noon)
    const { endsIn } = await voucherWords(file, locale)
    const ends = [at(15, 17), at(16, 0), at(17, 0), at(17, 1)]
    expect(ends.map((end) => spaced(endsIn(daysUntil(end), end)))).toEqual(expected)
  },
)

test.each([
  ['en', 'en-GB', 'Once every 2 weeks · renews 16 Nov', 'renews today at 17:00'],
  ['ms', 'ms', 'Sekali setiap 2 minggu · diperbaharui 16 Nov', 'diperbaharui hari ini 5:00 PTG'],
  ['zh-hans', 'zh-SG', '每两周一次 · 11月16日更新', '今天下午5:00更新'],
  ['ar', 'ar', 'مرة كل أسبوعين · تتجدد في 16 نوفمبر', 'تتجدد اليوم الساعة 5:00 م'],
])('%s: a cycle renews, and does not read as if the voucher expired', async (file, locale, cycle, today) => {
  const { often, renews } = await voucherWords(file, locale)
  expect(spaced(`${often.BIWEEKLY} · ${renews(at(16, 0))}`)).toBe(cycle)
  expect(spaced(renews(at(15, 17)))).toBe(today)
})

test('distances: everything below 10 m is shown as 10 m, because a phone is not more accurate', () => {
  const { distance } = createFormats('en-GB')
  expect([0, 3, 42, 184, 1234].map(distance)).toEqual(['10 m', '10 m', '42 m', '180 m', '1.2 km'])
})

test.each([
  ['Cake slice {s}RM 18{/s} {r}{b}RM 9{/b}{/r}', 'FIXED', 'RM 9'],
  ['Supper bowl {s}S$14.90{/s} {r}{b}S$9.90{/b}{/r}', null, 'S$5.00'],
  ['{b}Free{/b} kopi with any toast set, {s}RM 6{/s}', 'FREE_ITEM', 'RM 6'],
  ['{b}Free{/b} kopi with any toast set, {s}RM 6{/s}', null, null],
  ['Second pair {s}full price{/s} {r}{b}half price{/b}{/r}', 'PERCENT', null],
  ['{b}RM 12 off{/b} a basket of RM 80', 'FIXED', null],
  ['Two {s}RM 18{/s} or three {s}RM 27{/s} {b}RM 9{/b}', 'FIXED', null],
  ['{s}RM 18{/s} {b}S$9{/b}', 'FIXED', null],
] as const)('the saving in “%s” (%s): %s', (title, valueType, saving) => {
  expect(savingOf({ title, valueType })).toBe(saving)
})

/** Wednesday, 18 November 2026, noon in Kuala Lumpur. */
const WEDNESDAY_NOON = Date.parse('2026-11-18T04:00:00Z')
const inKualaLumpur = (local: string) => new Date(`2026-11-${local}:00+08:00`).toISOString()
const opening = (isOpen: boolean, change: string | null) => ({
  isOpen,
  closesAt: isOpen && change !== null ? inKualaLumpur(change) : null,
  opensAt: !isOpen && change !== null ? inKualaLumpur(change) : null,
  timezone: 'Asia/Kuala_Lumpur',
})

test.each([
  ['en', 'en-MY', 'Open until 6:00 pm', 'Closed · opens 6:00 pm', 'Closed · opens Mon 9:00 am'],
  ['ms', 'ms', 'Buka hingga 6:00 PTG', 'Tutup · buka 6:00 PTG', 'Tutup · buka Isn 9:00 PG'],
  ['zh-hans', 'zh-SG', '营业至 下午6:00', '休息中 · 下午6:00 开始营业', '休息中 · 周一上午9:00 开始营业'],
  ['ar', 'ar', 'مفتوح حتى 6:00 م', 'مغلق · يفتح 6:00 م', 'مغلق · يفتح الاثنين 9:00 ص'],
])(
  '%s: opening hours are in the time of the outlet, with the day if it is not today',
  async (file, locale, open, later, monday) => {
    const { words } = await import(`../../webview/src/language/translations/${file}.ts`)
    const { hours } = words(createFormats(locale, noon)).merchant
    const shown = (one: Parameters<typeof openingText>[0]) =>
      spaced(openingText(one, hours, locale, WEDNESDAY_NOON) ?? '')
    expect(shown(opening(true, '18T18:00'))).toBe(open)
    expect(shown(opening(false, '18T18:00'))).toBe(later)
    expect(shown(opening(false, '23T09:00'))).toBe(monday)
    expect(shown(opening(true, null))).toBe(hours.open)
    expect(shown(opening(false, null))).toBe(hours.closed)
  },
)

test('opening hours: past midnight without a day, some days ahead with it; nothing once the outlet has opened or closed', async () => {
  const { words } = await import('../../webview/src/language/translations/en.ts')
  const { hours } = words(createFormats('en', noon)).merchant
  const shown = (one: Parameters<typeof openingText>[0]) => openingText(one, hours, 'en-GB', WEDNESDAY_NOON)
  expect(shown(opening(true, '19T02:00'))).toBe('Open until 2:00')
  expect(shown(opening(true, '22T00:00'))).toBe('Open until Sun 00:00')
  expect(shown(opening(true, '18T12:00'))).toBeNull()
  expect(shown(opening(false, '18T11:00'))).toBeNull()
  expect(shown(undefined)).toBeNull()
})
