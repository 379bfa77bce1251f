import { expect, test } from 'vitest'
import { forgivenErrors, queryWordsOf, wordsOf } from '../../src/domain/catalog-search/words.ts'

const textsOf = (text: string) => wordsOf(text).map((word) => word.text)

test.each([
  ['Kopi Corner', ['kopi', 'corner']],
  ['  50% off: 2 for 1!  ', ['50', 'off', '2', 'for', '1']],
  ["McDonald's & O’Brien's", ['mcdonalds', 'obriens']],
  ["Rock'n'roll 'quoted' '", ['rocknroll', 'quoted']],
  ['CAFÉ Crème, Ångström', ['cafe', 'creme', 'angstrom']],
  ['Ｆｕｌｌ ｗｉｄｔｈ ٢٥', ['full', 'width', '25']],
  ['!!! 🦊 —', []],
  ['', []],
])('%j has the words %j', (text, words) => {
  expect(textsOf(text)).toEqual(words)
})

test.each([
  ['vowel signs', 'قَهْوَة', 'قهوة'],
  ['the stretching character', 'قهـــوة', 'قهوة'],
  ['hamza on alef', 'أحمد', 'احمد'],
  ['alef maksura', 'مقهى', 'مقهي'],
  ['ta marbuta', 'قهوة', 'قهوه'],
  ['the article', 'القهوة', 'قهوة'],
])('Arabic: %s does not matter', (_what, one, other) => {
  expect(textsOf(one)).toEqual(textsOf(other))
})

test('Chinese: characters and pairs of neighbors, also beside other scripts', () => {
  expect(textsOf('免费咖啡')).toEqual(['免', '费', '咖', '啡', '免费', '费咖', '咖啡'])
  expect(textsOf('买1送1 Kopi咖啡')).toEqual(['买', '1', '送', '1', 'kopi', '咖', '啡', '咖啡'])
})

test('each word has its place in the original text', () => {
  const text = 'Crème brûlée 🦊 免费 «Kopi»'
  for (const { text: word, start, end } of wordsOf(text)) {
    expect(wordsOf(text.slice(start, end)).at(-1)?.text).toBe(word)
  }
  expect(text.slice(wordsOf(text).at(-1)?.start, wordsOf(text).at(-1)?.end)).toBe('Kopi')
})

test('a query looks for pairs of Chinese characters, and for a character only if it stands alone', () => {
  expect(queryWordsOf('咖啡店 茶 kopi KOPI')).toEqual(['咖啡', '啡店', '茶', 'kopi'])
})

test('a text without spaces makes one word of limited length', () => {
  expect(textsOf('a'.repeat(300))).toEqual(['a'.repeat(32)])
})

test.each([
  ['kop', 0],
  ['kopi', 1],
  ['kopitia', 1],
  ['kopitiam', 2],
  ['قهوه', 1],
  ['咖啡', 0],
  ['50088', 0],
])('%s: %i typing errors are forgiven', (word, errors) => {
  expect(forgivenErrors(word)).toBe(errors)
})
