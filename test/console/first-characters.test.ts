import { expect, test } from 'vitest'
import { firstCharacters } from '../../console/src/kit/first-characters.ts'

test('a limit counts characters, and cuts none in half', () => {
  expect(firstCharacters('kopi', 4)).toBe('kopi')
  expect(firstCharacters('kopi!', 4)).toBe('kopi')
  expect(firstCharacters('☕️🍵🍵', 4)).toBe('☕️🍵🍵')
  expect(firstCharacters('🍵'.repeat(101), 100)).toBe('🍵'.repeat(100))
})
