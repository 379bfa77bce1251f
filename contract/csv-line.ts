/** `decimal` is the text of a number, which is not quoted: a spreadsheet calculates with it. */
export type Cell = string | number | boolean | null | { decimal: string }

/** Spreadsheets run text that starts with one of these as a formula, also in the full-width form. */
const FORMULA_STARTS = new Set('=+-@＝＋－＠')
/** Some spreadsheets split cells at these characters, even inside quotes. */
const SEPARATORS = new Set('\r\n\t;\u0085\u2028\u2029')
const INVISIBLE = /[\s\u00AD\u200B-\u200F\u2060]/

/** One record of a CSV file (RFC 4180), as the service and the console write it. Null becomes an empty cell. */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return cell.decimal
  if (typeof cell !== 'string') return String(cell)
  return `"${escapeFormulas(cell).replaceAll('"', '""')}"`
}

/**
 * Puts an apostrophe, which spreadsheets read as "this is text", before everything that could be read as a formula: at
 * the start or after a separator, even if invisible characters come first.
 */
function escapeFormulas(text: string): string {
  // Some spreadsheets drop these characters and read the rest as a formula.
  let result = /^[\t\r\n]/.test(text) ? "'" : ''
  let copied = 0
  let cellStart: number | null = 0
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] as string
    if (SEPARATORS.has(character)) cellStart = i + 1
    else if (cellStart !== null && FORMULA_STARTS.has(character)) {
      result += `${text.slice(copied, cellStart)}'`
      copied = cellStart
      cellStart = null
    } else if (!INVISIBLE.test(character)) cellStart = null
  }
  return result + text.slice(copied)
}
