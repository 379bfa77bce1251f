import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_DELAYS_SECONDS,
  type EndpointResponse,
  judge,
  judgeCanceled,
  type Schedule,
} from '../../src/domain/webhooks/dispatch/retry-policy.ts'
import { loadConfig } from '../../src/platform/config.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')
const DAY_SECONDS = 24 * 60 * 60
const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  delaysSeconds: DEFAULT_DELAYS_SECONDS,
  now: NOW,
  random: 0,
  ...changes,
})
const response = (status: number | null, retryAfter: string | null = null): EndpointResponse => ({
  status,
  retryAfter,
})
const secondsUntil = (at: Date | null) => (at === null ? null : (at.getTime() - NOW.getTime()) / 1000)
const httpDate = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toUTCString()

test.each([200, 201, 202, 204, 299])(
  '%i is a success: no attempt follows, whatever Retry-After says',
  (status) => {
    expect(judge(response(status, '60'), 3, schedule())).toEqual({
      ...{ state: 'DELIVERED', isFailure: false, nextAttemptAt: null, holdUntil: null, isGone: false },
    })
  },
)

test.each([null, 199, 300, 301, 302, 307, 400, 401, 404, 408, 410, 418, 429, 500, 502, 503, 599])(
  '%s is a failure',
  (status) => {
    expect(judge(response(status), 0, schedule())).toMatchObject({ state: 'PENDING', isFailure: true })
  },
)

test('ten attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  const waits = Array.from({ length: 11 }, (_, failures) => {
    const { state, nextAttemptAt } = judge(response(500), failures, schedule())
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

test('WEBHOOK_RETRY_DELAYS replaces the schedule: one attempt more than there are delays', () => {
  const { webhookRetryDelaysSeconds } = loadConfig({ WEBHOOK_RETRY_DELAYS: '1, 0,90' })
  const delaysSeconds = webhookRetryDelaysSeconds ?? []
  const waits = [0, 1, 2, 3].map((failures) =>
    secondsUntil(judge(response(500), failures, schedule({ delaysSeconds })).nextAttemptAt),
  )
  expect(waits).toEqual([1, 0, 90, null])
})

test('jitter adds 0 to 20 % to a delay, and never shortens it', () => {
  const failures = fc.nat({ max: DEFAULT_DELAYS_SECONDS.length - 1 })
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(failures, random, (failures, random) => {
      const seconds = secondsUntil(judge(response(null), failures, schedule({ random })).nextAttemptAt) ?? -1
      const scheduled = DEFAULT_DELAYS_SECONDS[failures] as number
      expect(seconds).toBeGreaterThanOrEqual(scheduled)
      expect(seconds).toBeLessThanOrEqual(1.2 * scheduled)
      expect(seconds).toBeCloseTo(scheduled * (1 + 0.2 * random), 2)
    }),
  )
})

describe.each([429, 503])('Retry-After of a %i', (status) => {
  test.each([
    ['seconds', '90', 90],
    ['many seconds', '86400', DAY_SECONDS],
    ['more than a day', '86401', DAY_SECONDS],
    ['a number too large for a double', '9'.repeat(400), DAY_SECONDS],
    ['a date', httpDate(600), 600],
    ['a date in more than a day', httpDate(400 * DAY_SECONDS), DAY_SECONDS],
    ['a date in RFC 850 format', 'Sunday, 15-Nov-26 12:10:00 GMT', 600],
    ['a date in asctime format', 'Sun Nov 15 12:10:00 2026', 600],
    ['surrounded by spaces', '  90 ', 90],
  ])('%s (%s): nothing is sent to the endpoint until then', (_form, retryAfter, seconds) => {
    const verdict = judge(response(status, retryAfter), 0, schedule())
    expect(secondsUntil(verdict.holdUntil)).toBe(seconds)
    expect(secondsUntil(verdict.nextAttemptAt)).toBe(seconds)
  })

  test.each([
    ['no header', null],
    ['an empty value', ''],
    ['zero seconds', '0'],
    ['negative seconds', '-5'],
    ['a fraction', '3600.5'],
    ['another unit', '120 seconds'],
    ['hexadecimal', '0x10'],
    ['an exponent', '1e3'],
    ['a word', 'soon'],
    ['words with a year in them', 'not before 2030'],
    ['a date in another format', '2030-01-01T00:00:00Z'],
    ['an invalid date', 'Sun, 99 Nov 2026 12:10:00 GMT'],
    ['a date with trailing text', `${httpDate(600)}; please`],
    ['now', httpDate(0)],
    ['a past date', httpDate(-1)],
  ])('%s (%s): ignored, and the schedule applies', (_form, retryAfter) => {
    const verdict = judge(response(status, retryAfter), 0, schedule())
    expect([verdict.holdUntil, secondsUntil(verdict.nextAttemptAt)]).toEqual([null, 5])
  })

  test('the later of schedule and hold applies, and a hold is never longer than a day', () => {
    const form = fc.constantFrom(String, httpDate)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 7 }), fc.nat(8), form, (seconds, failures, write) => {
        const verdict = judge(response(status, write(seconds)), failures, schedule())
        const held = Math.min(seconds, DAY_SECONDS)
        expect(secondsUntil(verdict.holdUntil)).toBe(held)
        const scheduled = DEFAULT_DELAYS_SECONDS[failures] as number
        expect(secondsUntil(verdict.nextAttemptAt)).toBe(Math.max(scheduled, held))
      }),
    )
  })

  test('on the last attempt: the delivery has failed, and the endpoint is still held', () => {
    const verdict = judge(response(status, '60'), 9, schedule())
    expect([verdict.state, secondsUntil(verdict.holdUntil)]).toEqual(['FAILED', 60])
  })
})

test('no Retry-After text throws, holds into the past, or holds for more than a day', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(9), (retryAfter, failures) => {
      const { holdUntil } = judge(response(429, retryAfter), failures, schedule())
      if (holdUntil === null) return
      expect(secondsUntil(holdUntil)).toBeGreaterThan(0)
      expect(secondsUntil(holdUntil)).toBeLessThanOrEqual(DAY_SECONDS)
    }),
  )
})

test.each([200, 400, 500, 502, 504, null])('Retry-After of a %s is ignored', (status) => {
  expect(judge(response(status, '60'), 0, schedule()).holdUntil).toBeNull()
})

test('410: the endpoint is gone, and the delivery stays pending, even after the last attempt', () => {
  for (const failures of [0, 9, 12]) {
    const verdict = judge(response(410), failures, schedule())
    expect(verdict).toMatchObject({ state: 'PENDING', isFailure: true, isGone: true, holdUntil: null })
    expect(verdict.nextAttemptAt).not.toBeNull()
  }
  expect(judge(response(404), 0, schedule()).isGone).toBe(false)
})

test('a canceled attempt is no failure, and its delivery is due at once', () => {
  expect(judgeCanceled(NOW)).toEqual({
    ...{ state: 'PENDING', isFailure: false, nextAttemptAt: NOW, holdUntil: null, isGone: false },
  })
})
