import { isDeepStrictEqual } from 'node:util'
import { ACTION_WORDS, LISTS_CHANGES, LISTS_REQUESTED } from './action-words.ts'
import { type Change, isEmpty, unseen } from './change-words.ts'
import { FIELD_WORDS, LEFT_OUT } from './field-words.ts'
import { type NameOf, propertyInWords } from './value-words.ts'

type State = Record<string, unknown> | null
type Entry = { action: string; target: string; before: State; after: State }

/** An entry as a person reads it. A value that is not shown is null on both sides of its change. */
export type EntryWords = {
  summary: string
  changes: { field: string; property: string; from: string | null; to: string | null }[]
}

/** Puts an entry into English words. The names of records are those of today. */
export function describeEntry(entry: Entry, nameOf: NameOf): EntryWords {
  const changes = changesOf(entry, nameOf)
  return {
    summary: summaryOf(entry, changes),
    changes: changes.map(({ words: _, ...change }) => change),
  }
}

/** The ids of the records that the words of an entry name. */
export function idsNamedIn(entry: Entry): string[] {
  const ids: string[] = []
  describeEntry(entry, (id) => {
    ids.push(id)
    return id
  })
  return ids
}

/** `property` is the name of the field in the API. */
type NamedChange = Change & { property: string }

function changesOf({ target, before, after }: Entry, nameOf: NameOf): NamedChange[] {
  // An end of a record changes none of its fields.
  if (after === null) return []
  const [kind = ''] = target.split(':')
  return Object.keys({ ...before, ...after })
    .filter((property) => !LEFT_OUT.has(property))
    .filter((property) => before !== null || hasContent(after[property]))
    .sort((one, other) => placeOf(kind, one) - placeOf(kind, other))
    .flatMap((property) => {
      const [field, describe] = FIELD_WORDS[wordsOf(kind, property)] ?? [propertyInWords(property), unseen]
      const was = before === null ? undefined : before[property]
      return describe(field, was, after[property], nameOf).map((change) => ({ property, ...change }))
    })
}

/** The key of a property's words. */
function wordsOf(kind: string, property: string): string {
  const ofKind = `${kind}.${property}`
  return ofKind in FIELD_WORDS ? ofKind : property
}

const ORDER = Object.keys(FIELD_WORDS)

/** Fields are in the order of their words, because the database does not keep the order of properties. */
function placeOf(kind: string, property: string): number {
  const place = ORDER.indexOf(wordsOf(kind, property))
  return place === -1 ? ORDER.length : place
}

/** A new record is described by the fields that were filled in. */
function hasContent(value: unknown): boolean {
  return !isEmpty(value) && value !== false && !isDeepStrictEqual(value, []) && !isDeepStrictEqual(value, {})
}

const MAX_IN_SUMMARY = 3

function summaryOf({ action, before, after }: Entry, changes: Change[]): string {
  const words = ACTION_WORDS[action]
  if (words === undefined) return action
  if (typeof words !== 'string' && before === null && after === null) return `${action}, values erased`
  if (words === LISTS_REQUESTED) return `Approval requested: ${listed(changes)}`
  if (words !== LISTS_CHANGES) return typeof words === 'string' ? words : words(after ?? {})
  return listed(changes)
}

function listed(changes: Change[]): string {
  const sentences = changes.map((change) => change.words).filter((sentence) => sentence !== '')
  if (sentences.length === 0) return 'Saved without a change'
  const isLong = sentences.length > MAX_IN_SUMMARY
  const first = isLong ? sentences.slice(0, MAX_IN_SUMMARY - 1) : sentences
  return [...first, ...(isLong ? [`${sentences.length - first.length} more changes`] : [])].join('; ')
}
