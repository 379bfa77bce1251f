type Marked = { text: string; ranges: { start: number; end: number }[] }

/** So many characters before the mark fit into two lines of a narrow phone with large text, together with the mark. */
const MAX_LEAD = 12

/** The text from the first mark on, with a word or two before it: a row shows only two lines of a long text. */
export function fromFirstMark<M extends Marked>(match: M): M {
  const { text, ranges } = match
  const first = ranges[0]?.start ?? 0
  if (first <= MAX_LEAD) return match
  const space = text.indexOf(' ', first - MAX_LEAD)
  const cut = space !== -1 && space < first ? space + 1 : first
  const shift = cut - 1
  return {
    ...match,
    text: `…${text.slice(cut)}`,
    ranges: ranges.map(({ start, end }) => ({ start: start - shift, end: end - shift })),
  }
}
