import { expect, test } from 'vitest'
import { readTypedTime } from '../../console/src/outlets/typed-time.ts'

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9:30', '09:30'],
  [' 21.30 ', '21:30'],
  ['24', '24:00'],
  ['', ''],
  ['noon', 'noon'],
  ['9:3', '9:3'],
])('%s is read as %s', (typed, time) => {
  expect(readTypedTime(typed)).toBe(time)
})
