/** Turns the driver's results into the rows that callers read. */
import type { QueryArrayResult } from 'pg'

/** Rows as objects with camelCase names. `count` is the number of rows that the statement returned or changed. */
export type Rows<T extends readonly unknown[]> = T & { count: number }

export function toRows<T extends readonly unknown[]>({ fields, rows, rowCount }: QueryArrayResult): Rows<T> {
  const names = fields.map(({ name }) => propertyName(name))
  const objects = rows.map((values) => {
    const object: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i += 1) object[names[i] as string] = values[i]
    return object
  })
  // Not enumerable, so that comparisons and serializers see only the rows.
  return Object.defineProperty(objects, 'count', { value: rowCount ?? 0 }) as unknown as Rows<T>
}

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
