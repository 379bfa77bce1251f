import type { CsvTable } from './csv-table.ts'

export const REQUIRED = ['name', 'addressLine', 'city', 'countryCode'] as const
export const OPTIONAL = [
  'addressFull',
  'state',
  'postalCode',
  'latitude',
  'longitude',
  'isActive',
  'pin',
] as const

/**
 * The file as the service reads it: separated by commas, numbers with a point. `leaveOut` names rows by their place. The
 * service reports one result for each row, in the same order.
 */
export function writeImportFile({ header, rows }: CsvTable, leaveOut: ReadonlySet<number> = new Set()): Blob {
  const kept = rows.filter((_, place) => !leaveOut.has(place))
  const lines = [
    header,
    ...kept.map(({ cells }) => cells.map((cell, place) => readable(header[place], cell))),
  ]
  return new Blob([lines.map((cells) => `${cells.map(quote).join(',')}\n`).join('')], { type: 'text/csv' })
}

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
