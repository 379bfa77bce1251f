import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from '../../../src/platform/database/batch.ts'

const double = (batches: number[][]) => async (keys: number[]) => {
  batches.push(keys)
  await sleep(1)
  return keys.map((key) => key * 2)
}

const begun = async (batches: unknown[]) => {
  while (batches.length === 0) await setImmediate()
}

test('keys that arrive while a batch runs form the next one, each with its own result', async () => {
  const batches: number[][] = []
  const ask = batched(double(batches))
  const first = ask(1)
  await begun(batches)
  const rest = [2, 3, 2].map((key) => ask(key))
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 4])
  expect(batches).toEqual([[1], [2, 3, 2]])
  expect(await ask(5)).toBe(10)
  expect(batches).toHaveLength(3)
})

test('a batch takes the keys that arrive until the sockets have been read once', async () => {
  const batches: number[][] = []
  const ask = batched(double(batches))
  const first = ask(1)
  await setImmediate()
  const second = ask(2)
  expect(await Promise.all([first, second])).toEqual([2, 4])
  expect(batches).toEqual([[1, 2]])
})

test('a batch has at most maxBatchSize keys', async () => {
  const batches: number[][] = []
  const ask = batched(double(batches), { maxBatchSize: 3 })
  const keys = Array.from({ length: 8 }, (_, i) => i)
  expect(await Promise.all(keys.map((key) => ask(key)))).toEqual(keys.map((key) => key * 2))
  expect(batches).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6, 7],
  ])
})

test('after a batch of several it pauses; keys that arrive meanwhile form one batch', async () => {
  const batches: number[][] = []
  const ask = batched(double(batches), { pauseMs: 1000 })
  await Promise.all([1, 2, 3].map((key) => ask(key)))
  const meanwhile = [ask(4)]
  await sleep(1)
  meanwhile.push(ask(5))
  await Promise.all(meanwhile)
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('after a batch of one it does not pause', async () => {
  const ask = batched(double([]), { pauseMs: 600_000 })
  expect([await ask(1), await ask(2)]).toEqual([2, 4])
})

test('a failure rejects every key of its batch; the next batch runs', async () => {
  const batches: number[][] = []
  const ask = batched(async (keys: number[]) => {
    batches.push(keys)
    await sleep(1)
    if (keys.includes(2)) throw new Error('no')
    return keys
  })
  const first = ask(1)
  await begun(batches)
  const outcomes = await Promise.allSettled([first, ask(2), ask(3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await ask(4)).toBe(4)
})

test('QUEUE_TIMEOUT: a key whose batch has not begun by the deadline is rejected and never runs', async () => {
  const batches: number[][] = []
  const gate = Promise.withResolvers<void>()
  const ask = batched(
    async (keys: number[]) => {
      batches.push(keys)
      await gate.promise
      return keys
    },
    { deadlineMs: 50 },
  )
  const results = [ask(1)]
  await begun(batches)
  results.push(ask(2))
  const late = await Promise.allSettled(results)
  expect(late).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'QUEUE_TIMEOUT' } }))
  gate.resolve()
  expect(await ask(3)).toBe(3)
  expect(batches).toEqual([[1], [3]])
})

test('CALLER_GONE: a key whose caller left before the batch began does not run', async () => {
  const batches: number[][] = []
  const ask = batched(double(batches))
  const first = ask(1)
  const gone = expect(ask(2, () => false)).rejects.toMatchObject({ code: 'CALLER_GONE' })
  expect([await first, await ask(3, () => true)]).toEqual([2, 6])
  await gone
  expect(batches).toEqual([[1], [3]])
})
