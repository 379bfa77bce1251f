import { createOutlet, type updateOutlet } from '@counterfoil/contract/admin-outlets.ts'
import type { Input } from '@counterfoil/contract/route.ts'
import { checkFields } from '../form/check-field.ts'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'
import { type CsvTable, readCsv } from './csv-table.ts'

type NewOutlet = Input<typeof createOutlet>['body']
type OutletChanges = Input<typeof updateOutlet>['body']
type Stored = { id: string; version: number; name: string } & Record<string, unknown>

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
const COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL]

export type PlannedRow = { line: number; name: string } & (
  | { kind: 'new'; body: NewOutlet }
  | { kind: 'changed'; id: string; version: number; body: OutletChanges }
  | { kind: 'same' }
  | { kind: 'wrong'; problems: string[] }
)

export type Plan = { problem: string } | { rows: PlannedRow[] }

/** Compares a file with the stored outlets, which are known by their names. Nothing is written. */
export function planImport(text: string, stored: Stored[]): Plan {
  const table = readCsv(text)
  const unknown = table.header.filter((column) => !COLUMNS.includes(column))
  if (unknown.length > 0) return { problem: words.unknownColumns(unknown, COLUMNS) }
  const missing = REQUIRED.filter((column) => !table.header.includes(column))
  if (missing.length > 0) return { problem: words.missingColumns(missing) }
  if (table.rows.length === 0) return { problem: words.noRows }
  const byName = new Map(stored.map((outlet) => [outlet.name, outlet]))
  const seen = new Map<string, number>()
  return { rows: table.rows.map((row) => planRow(row, table, byName, seen)) }
}

function planRow(
  { line, cells }: CsvTable['rows'][number],
  { header }: CsvTable,
  byName: Map<string, Stored>,
  seen: Map<string, number>,
): PlannedRow {
  const values: Record<string, unknown> = Object.fromEntries(
    header.map((column, place) => [column, readCell(column, cells[place] ?? '')]),
  )
  const name = String(values.name ?? '')
  const problems = Object.entries(checkFields(createOutlet.body, values)).map(
    ([field, problem]) => `${field}: ${problem}`,
  )
  if (cells.length > header.length) problems.push(words.tooManyCells)
  if ((values.latitude === null) !== (values.longitude === null)) problems.push(words.bothCoordinates)
  const earlier = seen.get(name)
  if (earlier !== undefined) problems.push(words.twice(earlier))
  seen.set(name, line)
  if (problems.length > 0) return { line, name, kind: 'wrong', problems }
  const known = byName.get(name)
  if (!known) return { line, name, kind: 'new', body: withoutEmpty(values) as NewOutlet }
  const changes = changesOf(values, known)
  if (Object.keys(changes).length === 0) return { line, name, kind: 'same' }
  return { line, name, kind: 'changed', id: known.id, version: known.version, body: changes }
}

/** Empty coordinates and PINs are null; text stays text. */
function readCell(column: string, cell: string): unknown {
  const text = cell.trim()
  if (column === 'latitude' || column === 'longitude')
    return text === '' ? null : Number(text.replace(',', '.'))
  if (column === 'pin') return text === '' ? null : text
  if (column !== 'isActive') return text
  return /^(?:true|yes|1|)$/i.test(text) ? true : /^(?:false|no|0)$/i.test(text) ? false : text
}

/** An empty PIN changes nothing: nobody removes PINs by a spreadsheet. A stored PIN cannot be compared, so a given one counts. */
function changesOf(values: Record<string, unknown>, stored: Stored): OutletChanges {
  const changes = Object.entries(values).filter(([field, value]) =>
    field === 'pin' ? value !== null : value !== stored[field],
  )
  const moves = changes.some(([field]) => field === 'latitude' || field === 'longitude')
  const { latitude, longitude } = values
  return { ...Object.fromEntries(changes), ...(moves && { latitude, longitude }) } as OutletChanges
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
