/** Spreadsheets run text that starts with one of these as a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/

/** Lets the browser save rows as a CSV file (RFC 4180). Formulas become text. */
export function downloadCsv(name: string, rows: (string | number)[][]): void {
  const text = rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name.replaceAll(/[/\\:*?"<>|]/g, ' ')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function formatCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  return `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}
