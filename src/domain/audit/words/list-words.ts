import { type Change, type Describe, sentence } from './change-words.ts'
import { counted, joined, type NameOf, type Write } from './value-words.ts'

export type ListWords = {
  one: string
  many: string
  write: Write
  /** What no list means, such as “every outlet”. */
  all?: string
  /** How a sentence names the field, if the list is a part of it. */
  of?: string
}

/** Further items are only counted. */
const MAX_NAMED = 5
const MAX_NAMED_IN_SENTENCE = 2

/** A set of items: those that were added, and those that were removed. */
export const list =
  (words: ListWords): Describe =>
  (field, before, after, nameOf) =>
    Array.isArray(before) && Array.isArray(after)
      ? difference(words, field, before, after, nameOf)
      : [replacement(words, field, before, after, nameOf)]

function difference(
  words: ListWords,
  field: string,
  before: unknown[],
  after: unknown[],
  nameOf: NameOf,
): Change[] {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  const prefix = words.of ?? field
  if (added.length + removed.length === 0)
    return [{ field, from: null, to: null, words: `${prefix}: order changed` }]
  const names = (items: unknown[]) => named(words, items, nameOf)
  const changes = [
    { items: added, change: { field: `${field} added`, from: null, to: names(added) }, verb: 'added' },
    {
      items: removed,
      change: { field: `${field} removed`, from: names(removed), to: null },
      verb: 'removed',
    },
  ].filter(({ items }) => items.length > 0)
  const verbs = changes.map(({ items, verb }) => `${inSentence(words, items, nameOf)} ${verb}`)
  // One sentence says both, so only the first change has it.
  return changes.map(({ change }, place) => ({
    ...change,
    words: place === 0 ? `${prefix}: ${verbs.join(', ')}` : '',
  }))
}

/** From no list to a list, or back. `undefined`: the record did not exist. */
function replacement(
  words: ListWords,
  field: string,
  before: unknown,
  after: unknown,
  nameOf: NameOf,
): Change {
  const written = (value: unknown, write: typeof named) => {
    if (value === undefined) return null
    return Array.isArray(value) ? write(words, value, nameOf) : (words.all ?? 'none')
  }
  return {
    field,
    from: written(before, named),
    to: written(after, named),
    words: sentence(words.of ?? field, written(before, inSentence), written(after, inSentence)),
  }
}

function named({ write }: ListWords, items: unknown[], nameOf: NameOf): string {
  if (items.length === 0) return 'none'
  const isLong = items.length > MAX_NAMED
  const names = items.slice(0, isLong ? MAX_NAMED - 1 : undefined).map((item) => write(item, nameOf))
  return joined(isLong ? [...names, `${items.length - names.length} more`] : names)
}

function inSentence(words: ListWords, items: unknown[], nameOf: NameOf): string {
  return items.length > MAX_NAMED_IN_SENTENCE
    ? counted(items.length, words.one, words.many)
    : named(words, items, nameOf)
}
