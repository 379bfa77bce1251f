import type * as contract from '@counterfoil/contract/consumer/search.ts'
import type { Static } from 'typebox'
import type { SearchText, TextVersion } from './search-records.ts'
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
  texts: readonly SearchText[],
  wanted: readonly WantedWord[],
  tags: readonly string[],
): TextMatch[] {
  const matches: TextMatch[] = []
  let missing = wanted
  for (const { field, versions } of texts) {
    if (missing.length === 0) break
    for (const { text } of inOrder(versions(), tags)) {
      const words = wordsOf(text)
      const stillMissing = missing.filter(({ match, tier }) => !words.some(isMatch(match, tier)))
      if (stillMissing.length === missing.length) continue
      missing = stillMissing
      matches.push({ field, text, ranges: rangesOf(words, wanted) })
      break
    }
  }
  return matches
}

/** The base language comes after the languages of the response, and before all others. */
function inOrder(versions: TextVersion[], tags: readonly string[]): TextVersion[] {
  if (versions.length === 1) return versions
  const place = (tag: string | null) => {
    if (tag === null) return tags.length
    return tags.includes(tag) ? tags.indexOf(tag) : tags.length + 1
  }
  return versions.toSorted((a, b) => place(a.tag) - place(b.tag))
}

function isMatch(match: WordMatch, tier: number): (word: Word) => boolean {
  return ({ text }) => match.isMatch(text, tier)
}

/** Ranges that overlap, as pairs of Chinese characters do, become one. */
function rangesOf(words: readonly Word[], wanted: readonly WantedWord[]): Range[] {
  const ranges: Range[] = []
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    if (!wanted.some(({ match, tier }) => isMatch(match, tier)(word))) continue
    const last = ranges.at(-1)
    if (last && word.start < last.end) last.end = Math.max(last.end, word.end)
    else ranges.push({ start: word.start, end: word.end })
  }
  return ranges
}
