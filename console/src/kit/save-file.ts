import { type Cell, csvLine } from '@counterfoil/contract/csv-line.ts'

/** Lets the browser save a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name.replaceAll(/[/\\:*?"<>|]/g, ' ')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Lets the browser save rows as a CSV file. Excel reads UTF-8 only with the byte order mark. */
export function downloadCsv(name: string, rows: Cell[][]): void {
  saveFile(`${name}.csv`, `\ufeff${rows.map(csvLine).join('')}`, 'text/csv')
}
