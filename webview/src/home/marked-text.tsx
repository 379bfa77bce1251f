import { fromFirstMark } from './from-first-mark.ts'
import type { TextMatch } from './use-search.ts'

/** A text with the words that a search found. */
export function MarkedText({ text, ranges }: TextMatch) {
  let end = 0
  const parts = ranges.flatMap((range) => {
    const before = text.slice(end, range.start)
    end = range.end
    return [before, <mark key={range.start}>{text.slice(range.start, range.end)}</mark>]
  })
  return (
    <bdi>
      {parts}
      {text.slice(end)}
    </bdi>
  )
}

/** The match in a text that the row shows anyway. */
export function matchOf(matches: TextMatch[], shown: string): TextMatch | undefined {
  return matches.find(({ text }) => text === shown)
}

/** The other texts in which the words were found, for example a description or a name in another language. */
export function OtherMatches({ matches, shown }: { matches: TextMatch[]; shown: string[] }) {
  return (
    <>
      {matches
        .filter(({ text }) => !shown.includes(text))
        .map((match) => (
          <p key={match.field} class="quiet-text matched">
            <MarkedText {...fromFirstMark(match)} />
          </p>
        ))}
    </>
  )
}
