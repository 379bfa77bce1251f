import { saveFile } from './save-file.ts'

/** Spreadsheets run text that starts with one of these as a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/

/** Lets the browser save rows as a CSV file (RFC 4180). Formulas become text. */
export function downloadCsv(name: string, rows: (string | number)[][]): void {
  const text = rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
  saveFile(name, text, 'text/csv')
}

function formatCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  return `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}
