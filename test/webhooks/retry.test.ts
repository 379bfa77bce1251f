import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answered,
  DEFAULT_DELAYS_SECONDS,
  excuse,
  judge,
  type Schedule,
} from '../../src/domain/webhooks/retry.ts'
import { loadConfig } from '../../src/platform/config.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')
const DAY_SECONDS = 24 * 60 * 60
const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  delaysSeconds: DEFAULT_DELAYS_SECONDS,
  now: NOW,
  chance: 0,
  ...changes,
})
const answered = (status: number | null, retryAfter: string | null = null): Answered => ({
  status,
  retryAfter,
})
const secondsUntil = (at: Date | null) => (at === null ? null : (at.getTime() - NOW.getTime()) / 1000)
const httpDate = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toUTCString()

test.each([200, 201, 202, 204, 299])(
  '%i is a success: nothing follows, whatever it says of waiting',
  (status) => {
    expect(judge(answered(status, '60'), 3, schedule())).toEqual({
      ...{ state: 'DELIVERED', isFailure: false, nextAttemptAt: null, holdUntil: null, isGone: false },
    })
  },
)

test.each([null, 199, 300, 301, 302, 307, 400, 401, 404, 408, 410, 418, 429, 500, 502, 503, 599])(
  '%s is a failure',
  (status) => {
    expect(judge(answered(status), 0, schedule())).toMatchObject({ state: 'PENDING', isFailure: true })
  },
)

test('ten attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  const waits = Array.from({ length: 11 }, (_, failures) => {
    const { state, nextAttemptAt } = judge(answered(500), failures, schedule())
    return [state, secondsUntil(nextAttemptAt)]
  })
  const hours = [2, 5, 10, 14, 20, 24].map((count) => ['PENDING', count * 3600])
  expect(waits).toEqual([
    ...[['PENDING', 5], ['PENDING', 300], ['PENDING', 1800], ...hours],
    ...[
      ['FAILED', null],
      ['FAILED', null],
    ],
  ])
})

test('WEBHOOK_RETRY_DELAYS replaces it: one attempt more than there are delays', () => {
  const { webhookRetryDelaysSeconds } = loadConfig({ WEBHOOK_RETRY_DELAYS: '1, 0,90' })
  const delaysSeconds = webhookRetryDelaysSeconds ?? []
  const waits = [0, 1, 2, 3].map((failures) =>
    secondsUntil(judge(answered(500), failures, schedule({ delaysSeconds })).nextAttemptAt),
  )
  expect(waits).toEqual([1, 0, 90, null])
})

test('jitter is 0 to 20 %, on top, and never less than the schedule', () => {
  const failures = fc.nat({ max: DEFAULT_DELAYS_SECONDS.length - 1 })
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(failures, chance, (failures, chance) => {
      const seconds = secondsUntil(judge(answered(null), failures, schedule({ chance })).nextAttemptAt) ?? -1
      const scheduled = DEFAULT_DELAYS_SECONDS[failures] as number
      expect(seconds).toBeGreaterThanOrEqual(scheduled)
      expect(seconds).toBeLessThanOrEqual(1.2 * scheduled)
      expect(seconds).toBeCloseTo(scheduled * (1 + 0.2 * chance), 2)
    }),
  )
})

describe.each([429, 503])('Retry-After of a %i', (status) => {
  test.each([
    ['seconds', '90', 90],
    ['many seconds', '86400', DAY_SECONDS],
    ['more than a day', '86401', DAY_SECONDS],
    ['a number beyond all bounds', '9'.repeat(400), DAY_SECONDS],
    ['a date', httpDate(600), 600],
    ['a date in more than a day', httpDate(400 * DAY_SECONDS), DAY_SECONDS],
    ['a date as RFC 850 writes it', 'Sunday, 15-Nov-26 12:10:00 GMT', 600],
    ['a date as C writes it', 'Sun Nov 15 12:10:00 2026', 600],
    ['with spaces around', '  90 ', 90],
  ])('%s (%s): the whole endpoint waits', (_form, retryAfter, seconds) => {
    const verdict = judge(answered(status, retryAfter), 0, schedule())
    expect(secondsUntil(verdict.holdUntil)).toBe(seconds)
    expect(secondsUntil(verdict.nextAttemptAt)).toBe(seconds)
  })

  test.each([
    ['nothing', null],
    ['an empty one', ''],
    ['no seconds', '0'],
    ['negative ones', '-5'],
    ['a fraction', '3600.5'],
    ['another unit', '120 seconds'],
    ['hexadecimal', '0x10'],
    ['an exponent', '1e3'],
    ['a word', 'soon'],
    ['words with a year in them', 'not before 2030'],
    ['a date of another form', '2030-01-01T00:00:00Z'],
    ['a date that is none', 'Sun, 99 Nov 2026 12:10:00 GMT'],
    ['a date with something behind it', `${httpDate(600)}; please`],
    ['now', httpDate(0)],
    ['a past date', httpDate(-1)],
  ])('%s (%s): the schedule holds, and nobody else waits', (_form, retryAfter) => {
    const verdict = judge(answered(status, retryAfter), 0, schedule())
    expect([verdict.holdUntil, secondsUntil(verdict.nextAttemptAt)]).toEqual([null, 5])
  })

  test('the longer of the two counts, and the hold is never more than a day', () => {
    const form = fc.constantFrom(String, httpDate)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 7 }), fc.nat(8), form, (asked, failures, write) => {
        const verdict = judge(answered(status, write(asked)), failures, schedule())
        const held = Math.min(asked, DAY_SECONDS)
        expect(secondsUntil(verdict.holdUntil)).toBe(held)
        const scheduled = DEFAULT_DELAYS_SECONDS[failures] as number
        expect(secondsUntil(verdict.nextAttemptAt)).toBe(Math.max(scheduled, held))
      }),
    )
  })

  test('on the last attempt: it is over, and the endpoint waits all the same', () => {
    const verdict = judge(answered(status, '60'), 9, schedule())
    expect([verdict.state, secondsUntil(verdict.holdUntil)]).toEqual(['FAILED', 60])
  })
})

test('no text whatever makes it throw, wait backwards, or wait for more than a day', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(9), (retryAfter, failures) => {
      const { holdUntil } = judge(answered(429, retryAfter), failures, schedule())
      if (holdUntil === null) return
      expect(secondsUntil(holdUntil)).toBeGreaterThan(0)
      expect(secondsUntil(holdUntil)).toBeLessThanOrEqual(DAY_SECONDS)
    }),
  )
})

test.each([200, 400, 500, 502, 504, null])('Retry-After of a %s holds nobody', (status) => {
  expect(judge(answered(status, '60'), 0, schedule()).holdUntil).toBeNull()
})

test('410: the endpoint is gone, and what it would not take is kept, on the last attempt too', () => {
  for (const failures of [0, 9, 12]) {
    const verdict = judge(answered(410), failures, schedule())
    expect(verdict).toMatchObject({ state: 'PENDING', isFailure: true, isGone: true, holdUntil: null })
    expect(verdict.nextAttemptAt).not.toBeNull()
  }
  expect(judge(answered(404), 0, schedule()).isGone).toBe(false)
})

test('an attempt that we cut off is no failure, and is due at once', () => {
  expect(excuse(NOW)).toEqual({
    ...{ state: 'PENDING', isFailure: false, nextAttemptAt: NOW, holdUntil: null, isGone: false },
  })
})
