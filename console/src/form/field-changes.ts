type Values = Record<string, unknown>

/** The order of keys is no difference: the service may store them in another. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null, inOrder) === JSON.stringify(b ?? null, inOrder)
}

function inOrder(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value).sort()) : value
}

/** The fields of a record that a form edits: those that a new record has. */
export function fieldsLike<V extends object>(fresh: V, record: V): V {
  const names = Object.keys(fresh) as (keyof V)[]
  return Object.fromEntries(names.map((name) => [name, record[name]])) as V
}

/** The fields whose values differ, with the new values. */
export function changesBetween<V extends Values>(before: V, after: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(before[name], value)),
  ) as Partial<V>
}

export type FieldConflict = {
  name: string
  before: unknown
  theirs: unknown
  yours: unknown
  choice: 'theirs' | 'yours'
}

/** Every field that either side changed. Where only one side did, that side is chosen. */
export function conflictsBetween(before: Values, theirs: Values, yours: Values): FieldConflict[] {
  return Object.keys(yours)
    .filter((name) => !isSame(theirs[name], yours[name]))
    .map((name) => ({
      name,
      before: before[name],
      theirs: theirs[name],
      yours: yours[name],
      choice: isSame(before[name], yours[name]) ? 'theirs' : 'yours',
    }))
}
