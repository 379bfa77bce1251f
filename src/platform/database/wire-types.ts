import pg from 'pg'

type Parse = (text: string) => unknown

/** ISO 8601 with milliseconds, as it goes onto the wire. */
function timestamp(text: string): string {
  // A year of two digits, unless it comes as ISO has it, would be taken for one of the last hundred.
  return new Date(text.startsWith('00') ? `${text.replace(' ', 'T')}:00` : text).toISOString()
}

const asText: Parse = (text) => text

const OID = {
  int8: 20,
  date: 1082,
  timestamptz: 1184,
  int8Array: 1016,
  timestamptzArray: 1185,
  textArray: 1009,
}

const parseTextArray = pg.types.getTypeParser(OID.textArray) as (text: string) => (string | null)[]
const eachElement =
  (parse: (text: string) => unknown): Parse =>
  (text) =>
    parseTextArray(text).map((item) => (item === null ? null : parse(item)))

/** Values come out as they go onto the wire: timestamps as ISO text, counts as numbers. */
const PARSERS = new Map<number, Parse>([
  [OID.int8, Number],
  [OID.date, asText],
  [OID.timestamptz, timestamp],
  [OID.int8Array, eachElement(Number)],
  [OID.timestamptzArray, eachElement(timestamp)],
])

export const wireTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

const propertyNames = new Map<string, string>()

/** `display_name` → `displayName`. */
function propertyName(column: string): string {
  let name = propertyNames.get(column)
  if (name === undefined) {
    name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    propertyNames.set(column, name)
  }
  return name
}

/** Rows as objects with names in camelCase; `count` is how many rows a statement returned or changed. */
export type Rows<T extends readonly unknown[]> = T & { count: number }

export function toRows<T extends readonly unknown[]>({
  fields,
  rows,
  rowCount,
}: pg.QueryArrayResult): Rows<T> {
  const names = fields.map(({ name }) => propertyName(name))
  const objects = rows.map((values) => {
    const object: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i += 1) object[names[i] as string] = values[i]
    return object
  })
  // Not enumerable: the rows alone are what is compared and serialized.
  return Object.defineProperty(objects, 'count', { value: rowCount ?? 0 }) as unknown as Rows<T>
}
