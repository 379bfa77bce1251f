import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WordTree } from '../../src/domain/catalog-search/word-tree.ts'

const [EXACT, PREFIX, ONE_ERROR, TWO_ERRORS] = [0, 1, 2, 3]

/** The best tier of each word that matches. */
function matchesOf(words: readonly string[], query: string, maxErrors: number): Record<string, number> {
  const tree = new WordTree()
  const byId = new Map(words.map((word) => [tree.add(word, false), word]))
  const tiers: Record<string, number> = {}
  tree.match(query, maxErrors, (id, tier) => {
    const word = byId.get(id) as string
    tiers[word] = Math.min(tiers[word] ?? tier, tier)
  })
  return tiers
}

test('a word matches itself, a beginning, and words with typing errors', () => {
  const words = ['kopi', 'kopitiam', 'koppi', 'kpoi', 'opi', 'topi', 'kapo', 'teh']
  expect(matchesOf(words, 'kopi', 1)).toEqual({
    kopi: EXACT,
    kopitiam: PREFIX,
    koppi: ONE_ERROR,
    kpoi: ONE_ERROR,
    opi: ONE_ERROR,
    topi: ONE_ERROR,
  })
  expect(matchesOf(words, 'kopi', 2).kapo).toBe(TWO_ERRORS)
  expect(matchesOf(words, 'kopi', 0)).toEqual({ kopi: EXACT, kopitiam: PREFIX })
})

test('a whole word matches only itself', () => {
  const tree = new WordTree()
  const id = tree.add('咖啡', true)
  const found: number[] = []
  for (const query of ['咖', '咖啡', '咖啡店']) tree.match(query, 0, (match) => found.push(match))
  expect(found).toEqual([id])
})

/** The distance of optimal string alignment, from its definition. */
function errorsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i])
  for (let j = 1; j <= b.length; j += 1) (rows[0] as number[])[j] = j
  const at = (i: number, j: number) => (rows[i] as number[])[j] as number
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      let errors = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]),
      )
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) errors = Math.min(errors, at(i - 2, j - 2) + 1)
      ;(rows[i] as number[])[j] = errors
    }
  }
  return at(a.length, b.length)
}

test('any words: the tree finds what comparing each of them finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 40 }),
      word,
      fc.constantFrom(0, 1, 2),
      (words, query, max) => {
        const expected: Record<string, number> = {}
        for (const one of words) {
          const errors = errorsBetween(query, one)
          if (one === query) expected[one] = EXACT
          else if (one.startsWith(query)) expected[one] = PREFIX
          else if (errors <= max) expected[one] = ONE_ERROR + errors - 1
        }
        expect(matchesOf(words, query, max)).toEqual(expected)
      },
    ),
    { numRuns: 500 },
  )
})
