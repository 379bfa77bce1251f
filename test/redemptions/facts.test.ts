import { expect, test } from 'vitest'
import { judgeAttempts } from '../../src/domain/redemptions/engine/facts.ts'
import type { LoadedFacts, RequestRow } from '../../src/domain/redemptions/engine/facts-queries.ts'

const NOW = new Date('2026-11-15T08:30:00.000Z')
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString()
const ROW: RequestRow = {
  ...{ userId: null, isFavorite: false, hasClaim: false, used: {}, replay: null },
  ...{ lockedUntil: null, defendedUntil: null },
}
const REPLAY = { ...ROW, replay: { id: 'earlier' } as never }
const LOCKED = { ...ROW, lockedUntil: inSeconds(1799.5) }

type UserRequest = [userId: string | null, row: RequestRow]

function judge(input: UserRequest[], attempts: LoadedFacts['attempts']): (number | null)[] {
  const requests = input.map(([userId, row]) => ({ ...row, userId }))
  return judgeAttempts({ version: 1, vouchers: {}, outlets: {}, supplies: {}, requests, attempts }, NOW)
}

test('the first requests get the granted attempts, the rest wait until the oldest leaves the window', () => {
  const requests: UserRequest[] = [
    ['mei', ROW],
    ['ali', ROW],
    ['mei', ROW],
    ['mei', ROW],
    ['ali', ROW],
  ]
  const attempts = {
    mei: { granted: 2, oldest: inSeconds(-22.5) },
    ali: { granted: 0, oldest: inSeconds(-59.999) },
  }
  expect(judge(requests, attempts)).toEqual([null, 1, null, 38, 1])
})

test('replays and locked-out users use up no attempt', () => {
  const requests: UserRequest[] = [
    ['mei', REPLAY],
    ['mei', LOCKED],
    ['mei', ROW],
    ['mei', ROW],
  ]
  expect(judge(requests, { mei: { granted: 1, oldest: inSeconds(-10) } })).toEqual([null, 1800, null, 50])
})

test('an unknown user never has to wait', () => {
  expect(judge([[null, ROW]], {})).toEqual([null])
})

test('a request that counts no attempt is not limited', () => {
  expect(judge([['mei', ROW]], {})).toEqual([null])
})

test('the wait is at least one second, even if clocks differ', () => {
  expect(judge([['mei', ROW]], { mei: { granted: 0, oldest: inSeconds(-61) } })).toEqual([1])
})
