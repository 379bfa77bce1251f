import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judge, RequestWindow } from '../../src/domain/partners/request-window.ts'

const START_MS = Date.parse('2026-11-18T08:00:00.250Z')

/** Sends requests at these times to one process, and returns the times of those that it admits. */
function admitted(timesMs: number[], limit: number): number[] {
  const window = new RequestWindow()
  return timesMs.filter((timeMs) => {
    const { isAdmitted } = judge([window], limit, timeMs)
    if (isAdmitted) window.add(Math.floor(timeMs / 1000))
    return isAdmitted
  })
}

/** Bursts, even traffic, and pauses of about a minute: at the edges of the window. */
const pauses = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 50 }),
    fc.integer({ min: 0, max: 30_000 }),
    fc.integer({ min: 59_000, max: 61_500 }),
  ),
  { maxLength: 100 },
)
const limits = fc.integer({ min: 1, max: 10 })

test('no 60 seconds contain more admitted requests than the limit, wherever they begin', () => {
  fc.assert(
    fc.property(pauses, limits, (pausesMs, limit) => {
      let timeMs = START_MS
      const times = admitted(
        pausesMs.map((pauseMs) => (timeMs += pauseMs)),
        limit,
      )
      for (const first of times)
        expect(times.filter((time) => time >= first && time < first + 60_000).length).toBeLessThanOrEqual(
          limit,
        )
    }),
  )
})

test('a request is admitted if fewer than the limit came in the last 61 seconds, and after the seconds that a refusal names', () => {
  fc.assert(
    fc.property(pauses, limits, (pausesMs, limit) => {
      const window = new RequestWindow()
      const times: number[] = []
      let timeMs = START_MS
      for (const pauseMs of pausesMs) {
        timeMs += pauseMs
        const { isAdmitted, resetSeconds } = judge([window], limit, timeMs)
        if (times.filter((time) => time > timeMs - 61_000).length < limit) expect(isAdmitted).toBe(true)
        if (isAdmitted) {
          window.add(Math.floor(timeMs / 1000))
          times.push(timeMs)
          continue
        }
        expect(resetSeconds).toBeGreaterThanOrEqual(1)
        // A wait of up to 61 seconds is rounded down to 60.
        const slackMs = resetSeconds === 60 ? 1000 : 0
        expect(judge([window], limit, timeMs + resetSeconds * 1000 + slackMs).isAdmitted).toBe(true)
      }
    }),
  )
})

test('says what is left, and when more becomes available', () => {
  const window = new RequestWindow()
  const second = Math.floor(START_MS / 1000)
  expect(judge([window], 3, START_MS)).toEqual({ isAdmitted: true, limit: 3, remaining: 2, resetSeconds: 60 })
  window.add(second)
  expect(judge([window], 3, START_MS + 20_000)).toMatchObject({ remaining: 1, resetSeconds: 41 })
  window.add(second + 20, 2)
  expect(judge([window], 3, START_MS + 50_000)).toEqual({
    isAdmitted: false,
    limit: 3,
    remaining: 0,
    resetSeconds: 11,
  })
  // A limit that was lowered meanwhile: two more requests have to leave the window.
  expect(judge([window], 1, START_MS + 50_000)).toMatchObject({ isAdmitted: false, resetSeconds: 31 })
  expect(judge([window], 3, START_MS + 61_000)).toMatchObject({ isAdmitted: true, remaining: 0 })
})

test('the counts of another process are added to the seconds that they belong to', () => {
  const [there, here] = [new RequestWindow(), new RequestWindow()]
  for (const [age, count] of [
    [70, 9],
    [60, 1],
    [3, 2],
    [0, 4],
  ] as const)
    there.add(1000 - age, count)
  here.addAll(there.until(1000), 1000)
  expect([939, 940, 997, 1000].map((second) => here.at(second))).toEqual([0, 1, 2, 4])
  expect(judge([here, there], 15, 1_000_000)).toMatchObject({ isAdmitted: true, remaining: 0 })
})
