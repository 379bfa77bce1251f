import { isDeepStrictEqual } from 'node:util'
import type { ChangeFact, EntryFacts } from '@counterfoil/contract/admin/facts.ts'
import type { FieldName } from '@counterfoil/contract/words/fact-words.ts'
import type { Static } from 'typebox'
import { readAction } from './action-facts.ts'
import { FIELD_FACTS, LEFT_OUT } from './field-facts.ts'
import { isEmpty, type NameOf, unseen } from './value-facts.ts'

type State = Record<string, unknown> | null
type Entry = { action: string; target: string; before: State; after: State }

/** What the words of an entry are built from, in any language. The names of records are those of today. */
export function readEntry(entry: Entry, nameOf: NameOf): Static<typeof EntryFacts> {
  const { action, before, after } = entry
  return { ...readAction(action, before, after), changes: readChanges(entry, nameOf) }
}

/** The ids of the records that the words of an entry name. */
export function idsNamedIn(entry: Entry): string[] {
  const ids: string[] = []
  readEntry(entry, (id) => {
    ids.push(id)
    return id
  })
  return ids
}

function readChanges({ action, target, before, after }: Entry, nameOf: NameOf): Static<typeof ChangeFact>[] {
  // An end of a record changes none of its fields.
  if (after === null) return []
  const [kind = ''] = target.split(':')
  return (
    Object.keys({ ...before, ...after })
      .filter((property) => !LEFT_OUT.has(property))
      .filter((property) => before !== null || hasContent(after[property]))
      // A request for a publication also has the terms that it puts into effect.
      .filter((property) => action !== 'approval.request' || before === null || property in before)
      .sort((one, other) => placeOf(kind, one) - placeOf(kind, other))
      .flatMap((property) => {
        const field = fieldOf(kind, property)
        const read = Object.hasOwn(FIELD_FACTS, field) ? (FIELD_FACTS[field] ?? unseen) : unseen
        const was = before === null ? undefined : before[property]
        return read(field, was, after[property], nameOf).map((change) => ({ property, ...change }))
      })
  )
}

/** The key of a property among the fields. A property that is missing there has its own name. */
function fieldOf(kind: string, property: string): FieldName {
  const ofKind = `${kind}.${property}`
  return (ofKind in FIELD_FACTS ? ofKind : property) as FieldName
}

const ORDER = Object.keys(FIELD_FACTS)

/** Fields are in the order of the table, because the database does not keep the order of properties. */
function placeOf(kind: string, property: string): number {
  const place = ORDER.indexOf(fieldOf(kind, property))
  return place === -1 ? ORDER.length : place
}

/** A new record is described by the fields that were filled in. */
function hasContent(value: unknown): boolean {
  return !isEmpty(value) && value !== false && !isDeepStrictEqual(value, []) && !isDeepStrictEqual(value, {})
}
