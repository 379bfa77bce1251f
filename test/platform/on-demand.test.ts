import { expect, test } from 'vitest'
import { onDemand } from '../../src/platform/on-demand.ts'

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends when the test ends it. */
function openWork() {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => void ends.push(resolve))
  return { ends, ...onDemand(work) }
}

test('many requests during a run: one more run', async () => {
  const { ends, ask } = openWork()
  for (let i = 0; i < 5; i += 1) ask()
  expect(ends).toHaveLength(1)
  ask()
  ends[0]?.()
  await nextTick()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await nextTick()
  expect(ends).toHaveLength(2)
})

test('a request at the moment a run ends: one more run', async () => {
  const { ends, ask } = openWork()
  ask()
  ends[0]?.()
  // Each request falls between two steps of the end of the run.
  for (let step = 0; step < 5; step += 1) {
    await Promise.resolve()
    ask()
  }
  await nextTick()
  expect(ends).toHaveLength(2)
})

test('stop: waits for the current run and starts no other', async () => {
  const { ends, ask, stop } = openWork()
  ask()
  ask()
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  await nextTick()
  expect(isStopped).toBe(false)
  ends[0]?.()
  await stopping
  ask()
  await nextTick()
  expect(ends).toHaveLength(1)
})
