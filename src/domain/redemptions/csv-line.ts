export type Cell = string | number | boolean | null

/** What a spreadsheet would run instead of show, full-width or not. */
const FORMULA = new Set('=+-@＝＋－＠')
/** What some spreadsheets split cells by, inside quotes too. */
const SEPARATORS = new Set('\r\n\t;\u0085\u2028\u2029')
const INVISIBLE = /[\s\u00AD\u200B-\u200F\u2060]/

/** One record of RFC 4180. Null is an empty cell. */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  return `"${harmless(cell).replaceAll('"', '""')}"`
}

/**
 * Text with an apostrophe, which spreadsheets take for "text", wherever one would find a formula: at the beginning or
 * after a separator, with nothing visible in between.
 */
function harmless(text: string): string {
  // Some drop these, and look at what follows.
  let result = /^[\t\r\n]/.test(text) ? "'" : ''
  let copied = 0
  let begins: number | null = 0
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] as string
    if (SEPARATORS.has(character)) begins = i + 1
    else if (begins !== null && FORMULA.has(character)) {
      result += `${text.slice(copied, begins)}'`
      copied = begins
      begins = null
    } else if (!INVISIBLE.test(character)) begins = null
  }
  return result + text.slice(copied)
}
