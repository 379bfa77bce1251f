import { expect, test } from 'vitest'
import { scheduleOf } from '../proofs/chaos/schedule.ts'

const titles = (seed: number, count: number) =>
  scheduleOf(seed, count).map(({ title, seconds }) => `${title}, ${seconds} s`)

test('one seed has one schedule, and another seed has another one', () => {
  expect(titles(7, 20)).toEqual(titles(7, 20))
  expect(titles(7, 20)).not.toEqual(titles(8, 20))
})

test('a longer run begins with the acts of a shorter one', () => {
  expect(titles(3, 30).slice(0, 10)).toEqual(titles(3, 10))
})
