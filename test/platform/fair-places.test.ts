import { expect, test } from 'vitest'
import { FairPlaces, type PlaceLimits } from '../../src/platform/fair-places.ts'
import { Refusal } from '../../src/platform/refusal.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Starts work that runs until the test ends it. `started` has the keys in the order in which their work began. */
function openWorks(limits: PlaceLimits) {
  const places = new FairPlaces(limits)
  const started: string[] = []
  const running: PromiseWithResolvers<void>[] = []
  return {
    started,
    run(key: string, size?: number) {
      const work = () => {
        const ending = Promise.withResolvers<void>()
        started.push(key)
        running.push(ending)
        return ending.promise
      }
      return places.run(key, work, size)
    },
    async endFirst(error?: Error) {
      const first = running.shift()
      if (error) first?.reject(error)
      else first?.resolve()
      await settled()
    },
  }
}

const codeOf = (outcome: unknown) => (outcome instanceof Refusal ? outcome.code : outcome)

test('a key with much work delays another key by one piece of work only', async () => {
  const { run, started, endFirst } = openWorks({ atOnce: 1 })
  for (let i = 0; i < 5; i += 1) void run('busy')
  void run('other')
  void run('third')
  for (let i = 0; i < 7; i += 1) await endFirst()
  expect(started).toEqual(['busy', 'busy', 'other', 'third', 'busy', 'busy', 'busy'])
})

test('work runs at once up to the limit for all keys, and up to the limit of one key', async () => {
  const { run, started, endFirst } = openWorks({ atOnce: 3, atOncePerKey: 2 })
  for (let i = 0; i < 4; i += 1) void run('busy')
  expect(started).toEqual(['busy', 'busy'])
  void run('other')
  void run('other')
  expect(started).toEqual(['busy', 'busy', 'other'])
  await endFirst()
  expect(started).toEqual(['busy', 'busy', 'other', 'busy'])
  await endFirst()
  expect(started).toEqual(['busy', 'busy', 'other', 'busy', 'other'])
})

test('429 rate_limited: more running and waiting work of a key than its limit; other keys are served', async () => {
  const { run, endFirst } = openWorks({ atOnce: 1, perKey: 2, retryAfterSeconds: 7 })
  const first = run('busy')
  void run('busy')
  expect(await run('busy')).toEqual(new Refusal('rate_limited', { details: { retryAfterSeconds: 7 } }))
  void run('other')
  await endFirst()
  expect(await first).toBeUndefined()
  const again = run('busy')
  for (let i = 0; i < 3; i += 1) await endFirst()
  expect(codeOf(await again)).toBeUndefined()
})

test('503 unavailable: more work than the limit of all keys', async () => {
  const { run, endFirst } = openWorks({ perKey: 2, inAll: 3 })
  for (const key of ['one', 'one', 'two']) void run(key)
  expect(codeOf(await run('one'))).toBe('rate_limited')
  expect(codeOf(await run('two'))).toBe('unavailable')
  await endFirst()
  void run('two')
  expect(codeOf(await run('three'))).toBe('unavailable')
})

test('work with a size takes that much of both limits', async () => {
  const { run } = openWorks({ perKey: 10, inAll: 15 })
  void run('one', 6)
  expect(codeOf(await run('one', 5))).toBe('rate_limited')
  void run('one', 4)
  expect(codeOf(await run('two', 6))).toBe('unavailable')
})

test('work that fails frees its place', async () => {
  const { run, started, endFirst } = openWorks({ atOnce: 1, perKey: 1 })
  const failing = run('one')
  void run('two')
  const failed = expect(failing).rejects.toThrow('broken')
  await endFirst(new Error('broken'))
  await failed
  void run('one')
  await endFirst()
  expect(started).toEqual(['one', 'two', 'one'])
})
