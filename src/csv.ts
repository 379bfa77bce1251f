export type Cell = string | number | boolean | null

/**
 * Where a spreadsheet would find a formula and run it: a formula character, full-width or not, at the beginning of a cell
 * or after what some of them split cells by (a line break, a tab, a semicolon), with nothing visible in between.
 */
const FORMULA = /(?<=^|[\r\n\t;\u0085\u2028\u2029])(?=[\s\u00AD\u200B-\u200F\u2060]{0,1000}[=+\-@＝＋－＠])/g
/** Some of them drop these, and look at what follows. */
const LEADING_CONTROL = /^[\t\r\n]/

/** One record of RFC 4180. Null is an empty cell. */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

/** Text is always quoted. Where it reads like a formula it gets an apostrophe, which spreadsheets take for "text". */
function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const harmless = cell.replaceAll(FORMULA, "'").replace(LEADING_CONTROL, "'$&")
  return `"${harmless.replaceAll('"', '""')}"`
}
