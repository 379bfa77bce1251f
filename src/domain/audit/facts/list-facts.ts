import type { Value } from '@counterfoil/contract/words/write-value.ts'
import type { NameOf, Read, ReadChange } from './value-facts.ts'

/** Further items are only counted. */
const MAX_NAMED = 5

/** A set of items: those that were added, and those that were removed. */
export const list =
  (read: Read): ReadChange =>
  (field, before, after, nameOf) => {
    if (!Array.isArray(before) || !Array.isArray(after)) {
      const side = (value: unknown) => readWhole(read, value, nameOf)
      return [{ field, change: 'VALUE', from: side(before), to: side(after) }]
    }
    const removed = before.filter((item) => !after.includes(item))
    const added = after.filter((item) => !before.includes(item))
    if (added.length + removed.length === 0) return [{ field, change: 'ORDER', from: null, to: null }]
    const side = (items: unknown[]) => (items.length === 0 ? null : readItems(read, items, nameOf))
    return [{ field, change: 'ITEMS', from: side(removed), to: side(added) }]
  }

/** `undefined`: the record did not exist. */
function readWhole(read: Read, value: unknown, nameOf: NameOf): Value | null {
  if (value === undefined) return null
  return Array.isArray(value) ? readItems(read, value, nameOf) : { type: 'ALL', value: '' }
}

export function readItems(read: Read, items: unknown[], nameOf: NameOf): Value {
  if (items.length === 0) return { type: 'NONE', value: '' }
  const named = items.slice(0, items.length > MAX_NAMED ? MAX_NAMED - 1 : undefined)
  return { type: 'LIST', value: String(items.length), items: named.map((item) => read(item, nameOf)) }
}
