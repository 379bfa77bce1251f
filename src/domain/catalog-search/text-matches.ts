import type * as contract from '@counterfoil/contract/consumer/search.ts'
import type { Static } from 'typebox'
import type { SearchText } from './search-records.ts'
import type { WordMatch } from './word-match.ts'
import { type Word, wordsOf } from './words.ts'

export type TextMatch = Static<typeof contract.TextMatch>
type Range = TextMatch['ranges'][number]

/** A word of the query, and the tier that the text must match it with. */
export type WantedWord = { match: WordMatch; tier: number }

/**
 * Shows where the words of a query match: the fewest texts, the most important first. `tags` are the languages of the
 * response, best first: a text in one of them is preferred.
 */
export function matchTexts(
  texts: Iterable<SearchText>,
  wanted: readonly WantedWord[],
  tags: readonly string[],
): TextMatch[] {
  const matches: TextMatch[] = []
  let missing = wanted
  for (const { field, versions } of texts) {
    if (missing.length === 0) break
    for (const text of versions(tags)) {
      const words = wordsOf(text).filter((word) => wanted.some((one) => isMatch(word, one)))
      const stillMissing = missing.filter((one) => !words.some((word) => isMatch(word, one)))
      if (stillMissing.length === missing.length) continue
      missing = stillMissing
      matches.push({ field, text, ranges: rangesOf(words) })
      break
    }
  }
  return matches
}

function isMatch({ text }: Word, { match, tier }: WantedWord): boolean {
  return match.isMatch(text, tier)
}

/** Ranges that overlap, as pairs of Chinese characters do, become one. */
function rangesOf(words: Word[]): Range[] {
  const ranges: Range[] = []
  for (const { start, end } of words.sort((a, b) => a.start - b.start)) {
    const last = ranges.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}
