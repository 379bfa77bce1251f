import type { CsvTable } from './csv-table.ts'

export const REQUIRED = ['name', 'addressLine', 'city', 'countryCode'] as const
export const OPTIONAL = [
  'addressFull',
  'state',
  'postalCode',
  'latitude',
  'longitude',
  'timezone',
  'openingHours',
  'redeemBy',
  'isActive',
  'pin',
] as const

/**
 * The file as the service reads it: separated by commas, numbers with a point. Each row starts on the line that it has on
 * the person's disk, so that the service names the same lines.
 */
export function writeImportFile({ header, rows }: CsvTable): Blob {
  const lineOf = (cells: string[]) => `${cells.map(quote).join(',')}\n`
  const parts = [lineOf(header)]
  let next = 1 + linesIn(parts[0] as string)
  for (const { line, cells } of rows) {
    const text = lineOf(cells.map((cell, place) => readable(header[place], cell)))
    const missing = Math.max(line - next, 0)
    parts.push('\n'.repeat(missing), text)
    next += missing + linesIn(text)
  }
  return new Blob(parts, { type: 'text/csv' })
}

const linesIn = (text: string) => text.split('\n').length - 1

/** Spreadsheets of some countries write 3,14, and people write yes and no. */
function readable(column: string | undefined, cell: string): string {
  const text = cell.trim()
  if (column === 'latitude' || column === 'longitude') return text.replace(',', '.')
  if (column !== 'isActive') return text
  return /^(?:yes|1)$/i.test(text) ? 'true' : /^(?:no|0)$/i.test(text) ? 'false' : text
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
