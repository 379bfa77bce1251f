/** Converts values of PostgreSQL to the form that our JSON needs: timestamps as ISO text, counts as numbers. */
import pg from 'pg'

type Parse = (text: string) => unknown

const OID = {
  int8: 20,
  date: 1082,
  timestamptz: 1184,
  int8Array: 1016,
  timestamptzArray: 1185,
  textArray: 1009,
}

const parseTextArray = pg.types.getTypeParser(OID.textArray) as (text: string) => (string | null)[]
const parseElements =
  (parse: (text: string) => unknown): Parse =>
  (text) =>
    parseTextArray(text).map((item) => (item === null ? null : parse(item)))

const PARSERS = new Map<number, Parse>([
  [OID.int8, Number],
  [OID.date, (text) => text],
  [OID.timestamptz, parseTimestamp],
  [OID.int8Array, parseElements(Number)],
  [OID.timestamptzArray, parseElements(parseTimestamp)],
])

export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** ISO 8601 with milliseconds. */
function parseTimestamp(text: string): string {
  // `Date` reads a year below 100 as one of the last hundred years, unless the text is ISO 8601.
  return new Date(text.startsWith('00') ? `${text.replace(' ', 'T')}:00` : text).toISOString()
}
