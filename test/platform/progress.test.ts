import { expect, test } from 'vitest'
import { openProgress } from '../../src/platform/progress.ts'

const clock = { ms: 0 }
const open = () => openProgress(() => clock.ms)

test('not stuck: work that ends', () => {
  const progress = open()
  progress.begin('users')(true)
  clock.ms += 60_000
  expect(progress.stuckPaths()).toEqual([])
})

test('stuck: work that runs for over 2.5 s, until it ends', () => {
  const progress = open()
  const end = progress.begin('redemptions')
  progress.begin('users')(true)
  clock.ms += 2_500
  expect(progress.stuckPaths()).toEqual([])
  clock.ms += 1
  expect(progress.stuckPaths()).toEqual(['redemptions'])
  end(true)
  expect(progress.stuckPaths()).toEqual([])
})

test('stuck: the database failed the last work, for 3 s or until other work succeeds', () => {
  const progress = open()
  progress.begin('users')(false)
  expect(progress.stuckPaths()).toEqual(['users'])
  progress.begin('users')(true)
  expect(progress.stuckPaths()).toEqual([])
  progress.begin('users')(false)
  clock.ms += 3_000
  expect(progress.stuckPaths()).toEqual([])
})

test('stuck: work that runs for longer than the time that the caller passes', () => {
  const progress = open()
  progress.begin('redemptions')
  clock.ms += 1_001
  expect([progress.stuckPaths(), progress.stuckPaths(1_000)]).toEqual([[], ['redemptions']])
})

test('stuck: one of two lanes hangs', () => {
  const progress = open()
  progress.begin('redemptions')
  clock.ms += 3_000
  progress.begin('redemptions')(true)
  expect(progress.stuckPaths()).toEqual(['redemptions'])
})
