/** Writes arrays for PostgreSQL, faster than the driver does. */
type Element = string | number | boolean | null

const NEEDS_ESCAPE = /["\\]/
const ESCAPED = /["\\]/g

/**
 * An array in PostgreSQL's text format. The driver makes two replacements in each element, which took a tenth of a
 * redemption's time.
 */
export function arrayLiteral(elements: readonly Element[]): string {
  let text = '{'
  for (const [i, element] of elements.entries()) {
    if (i > 0) text += ','
    text += typeof element === 'string' ? quoted(element) : String(element)
  }
  return `${text}}`
}

function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(ESCAPED, '\\$&')}"` : `"${text}"`
}

/** Makes one array per column, for statements that take many rows: `columnsOf(rows)((row) => row.name)`. */
export function columnsOf<Row>(rows: readonly Row[]): (pick: (row: Row) => Element) => string {
  return (pick) => arrayLiteral(rows.map(pick))
}
