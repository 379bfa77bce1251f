import { beforeEach, expect, test, vi } from 'vitest'
import { dropAttempt, keepAttempt, keptAttemptFor, keptAttempts } from '../webview/src/redeem/kept-attempt.ts'
import { hasKeptAttempts } from '../webview/src/redeem/kept-names.ts'

/** Like the browser's `localStorage`: entries are properties of the object. */
class Storage {
  [name: string]: unknown
  setItem(name: string, value: string): void {
    this[name] = value
  }
  getItem(name: string): unknown {
    return this[name] ?? null
  }
  removeItem(name: string): void {
    delete this[name]
  }
}

const MEI = '["https://acme.example","mei"]'
const ALI = '["https://acme.example","ali"]'
const HOUR = 3_600_000
const attemptOf = (idempotencyKey: string, voucherId: string) => ({
  idempotencyKey,
  body: { voucherId, outletId: 'suria', consumerLat: 3.1579, consumerLng: 101.7116, gpsAccuracyMeters: 0.1 },
  sentAtMs: Date.now(),
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new Storage())
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('each key has its entry: tabs with different vouchers lose and mix nothing', () => {
  const [kopi, teh] = [attemptOf('key-1', 'kopi'), attemptOf('key-2', 'teh')]
  keepAttempt(MEI, kopi)
  keepAttempt(MEI, teh)
  expect(keptAttempts(MEI)).toEqual([kopi, teh])
  expect(keptAttemptFor(MEI, 'teh')).toEqual(teh)
  dropAttempt('key-1')
  expect([keptAttemptFor(MEI, 'kopi'), keptAttempts(MEI)]).toEqual([null, [teh]])
})

test('the PIN is not kept', () => {
  const attempt = attemptOf('key-1', 'kopi')
  const withPin = { ...attempt.body, pin: '7777' }
  keepAttempt(MEI, { ...attempt, body: withPin })
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/7777|pin/)
  expect(keptAttempts(MEI)).toEqual([attempt])
})

test('another user sees no kept attempts, and they are dropped', () => {
  keepAttempt(MEI, attemptOf('key-1', 'kopi'))
  expect([keptAttempts(ALI), hasKeptAttempts(), keptAttempts(MEI)]).toEqual([[], false, []])
})

test('a kept attempt is dropped after 24 hours or if it is not readable; other entries stay', () => {
  localStorage.setItem('counterfoil-redemption:key-0', '{')
  localStorage.setItem('counterfoil-redemption:key-00', 'null')
  localStorage.setItem('theme', 'dark')
  keepAttempt(MEI, attemptOf('key-1', 'kopi'))
  vi.advanceTimersByTime(24 * HOUR - 1)
  expect(keptAttempts(MEI)).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(keptAttempts(MEI)).toEqual([])
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
})

test.each([
  [
    'throws',
    () => {
      throw new Error('SecurityError')
    },
  ],
  ['is missing', () => null],
])('nothing is kept and nothing fails if storage %s', (_name, get) => {
  vi.unstubAllGlobals()
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
  keepAttempt(MEI, attemptOf('key-1', 'kopi'))
  dropAttempt('key-1')
  expect([keptAttempts(MEI), hasKeptAttempts()]).toEqual([[], false])
})
