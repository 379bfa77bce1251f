import { expect, test } from 'vitest'
import { RecentlyUsed } from '../../src/platform/recently-used.ts'

test('the least recently used values are dropped first, and a value that is too large is not kept', () => {
  const held = new RecentlyUsed<string>(3000)
  const keys = () => ['a', 'b', 'c', 'd'].filter((key) => held.get(key) !== undefined)
  for (const key of ['a', 'b', 'c']) held.set(key, key, 700)
  expect(keys()).toEqual(['a', 'b', 'c'])
  held.get('a')
  held.set('d', 'd', 700)
  expect(keys()).toEqual(['a', 'c', 'd'])
  // The larger value needs the place of `c`, which was looked up before `d`.
  held.set('a', 'larger', 1600)
  expect([held.get('a'), keys()]).toEqual(['larger', ['a', 'd']])
  held.set('b', 'b', 5000)
  expect(keys()).toEqual(['a', 'd'])
})

test('values without a size take space, too', () => {
  const held = new RecentlyUsed<null>(10_000)
  for (let i = 0; i < 100; i += 1) held.set(`${i}`, null, 0)
  expect([held.get('0'), held.get('99')]).toEqual([undefined, null])
})
