import { type Cell, csvLine } from '@counterfoil/contract/csv-line.ts'
import { saveFile } from './save-file.ts'

/** Lets the browser save rows as a CSV file. Excel reads UTF-8 only with the byte order mark. */
export function downloadCsv(name: string, rows: Cell[][]): void {
  saveFile(`${name}.csv`, `\ufeff${rows.map(csvLine).join('')}`, 'text/csv')
}
