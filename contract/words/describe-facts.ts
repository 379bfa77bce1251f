import type { Static } from 'typebox'
import type { ChangeFact, EntryFacts } from '../admin/facts.ts'
import type { FactLanguage } from './fact-words.ts'
import { lookUp, type Value, ValueWriter } from './write-value.ts'

type Facts = Static<typeof EntryFacts>
type Change = Static<typeof ChangeFact>

/** A changed field with both values, in words. A value that is not shown is null on both sides. */
export type ChangeInWords = { field: string; property: string; from: string | null; to: string | null }
export type EntryInWords = { summary: string; changes: ChangeInWords[] }

/** Longer values are among the changes, but not in a sentence. */
const MAX_IN_SENTENCE = 40
const MAX_CHANGES_IN_SUMMARY = 3

/** Builds the words of facts in a language. Pure, and the same for the service and the console. */
export function describerOf(language: FactLanguage): (facts: Facts) => EntryInWords {
  const writer = new ValueWriter(language)
  return ({ sentence, details, changes }) => ({
    summary: describeSentence(writer, { sentence, details, changes }),
    changes: changes.flatMap((change) => rowsOf(writer, change)),
  })
}

function describeSentence(writer: ValueWriter, { sentence, details, changes }: Facts): string {
  const { words } = writer.language
  const template = lookUp(words.sentences, sentence) ?? words.sentences.changes
  return writer.say(template, details, { changes: describeChanges(writer, changes) })
}

function describeChanges(writer: ValueWriter, changes: Change[]): string {
  const words = writer.language.words.change
  if (changes.length === 0) return words.none
  const isLong = changes.length > MAX_CHANGES_IN_SUMMARY
  const first = isLong ? changes.slice(0, MAX_CHANGES_IN_SUMMARY - 1) : changes
  const rest = changes.length - first.length
  const sentences = first.map((change) => describeChange(writer, change))
  return [...sentences, ...(isLong ? [writer.fill(words.more, {}, rest)] : [])].join(words.betweenChanges)
}

/** The name of the field beside its values. */
function labelOf(writer: ValueWriter, change: Change): string {
  const label = lookUp(writer.language.fields, change.field) ?? writer.isolate(fieldNameOf(change.field))
  if (change.language === undefined) return label
  const tongue = writer.write({ type: 'LANGUAGE', value: change.language }, change.field)
  return writer.fill(writer.language.words.change.inLanguage, { field: label, language: tongue })
}

function inside(writer: ValueWriter, change: Change, text: string): string {
  if (change.inside === undefined) return text
  return writer.fill(writer.language.words.change.inside, {
    name: writer.isolate(change.inside),
    change: text,
  })
}

function rowsOf(writer: ValueWriter, change: Change): ChangeInWords[] {
  const { field, property, from, to } = change
  const written = (value: Value | null) => (value === null ? null : writer.write(value, field))
  const label = inside(writer, change, labelOf(writer, change))
  const row = { field: label, property, from: written(from), to: written(to) }
  if (change.change !== 'ITEMS') return [row]
  const { added, removed } = writer.language.words.change
  return [
    ...(to === null ? [] : [{ ...row, field: writer.fill(added, { field: label }), from: null }]),
    ...(from === null ? [] : [{ ...row, field: writer.fill(removed, { field: label }), to: null }]),
  ]
}

function describeChange(writer: ValueWriter, change: Change): string {
  const words = writer.language.words.change
  const sentence = sayChange(writer, change, labelOf(writer, { ...change, field: fieldInSentence(change) }))
  const noted = change.hasNote ? writer.fill(words.withNote, { change: sentence }) : sentence
  return inside(writer, change, noted)
}

const HIDDEN = {
  ADDED: 'added',
  REMOVED: 'removed',
  CHANGED: 'changed',
  SET: 'setHidden',
  ORDER: 'order',
} as const

function sayChange(writer: ValueWriter, change: Change, field: string): string {
  const words = writer.language.words.change
  if (change.change === 'VALUE') return sayValues(writer, change, field)
  if (change.change === 'AGAIN')
    return writer.fill(words.again, { field, to: writeSide(writer, change, 'to')?.text ?? '' })
  if (change.change === 'ITEMS') return writer.fill(words.items, { field, items: sayItems(writer, change) })
  return writer.fill(words[HIDDEN[change.change]], { field })
}

/** A sentence names the whole field: “Scope: 2 merchants added”. */
function fieldInSentence({ field, change }: Change): string {
  const isPart = (change === 'ITEMS' || change === 'ORDER') && field.startsWith('scope.')
  return isPart ? 'scope' : field
}

function writeSide(writer: ValueWriter, { field, ...change }: Change, side: 'from' | 'to') {
  const value = change[side]
  if (value === null) return null
  const written = writer.writeInSentence(value, field)
  return { text: writer.quote(value, written), isLong: written.length > MAX_IN_SENTENCE }
}

function sayValues(writer: ValueWriter, change: Change, field: string): string {
  const words = writer.language.words.change
  const [from, to] = [writeSide(writer, change, 'from'), writeSide(writer, change, 'to')]
  const parts = { field, from: from?.text ?? '', to: to?.text ?? writer.language.words.values.none }
  if ((change.to ?? change.from)?.type === 'BOOLEAN') return sayFlag(writer, change, parts)
  const isLong = from?.isLong === true || to?.isLong === true
  if (to === null) return writer.fill(isLong || from === null ? words.removed : words.removedFrom, parts)
  if (from === null) return writer.fill(isLong ? words.added : words.set, parts)
  return writer.fill(isLong || from.text === to.text ? words.changed : words.fromTo, parts)
}

function sayFlag(writer: ValueWriter, { field, to }: Change, parts: Record<string, string>): string {
  const meaning = lookUp(writer.language.words.flags, `${field}.${to?.value === 'true' ? 'yes' : 'no'}`)
  return meaning ?? writer.fill(writer.language.words.change.isNow, parts)
}

function sayItems(writer: ValueWriter, { field, from, to }: Change): string {
  const { itemsAdded, itemsRemoved, betweenItems } = writer.language.words.change
  const say = (value: Value | null, template: string) =>
    value === null ? [] : [writer.fill(template, { items: writer.writeInSentence(value, field) })]
  return [...say(to, itemsAdded), ...say(from, itemsRemoved)].join(betweenItems)
}

/** “lastUsedAt” becomes “Last used at”: for a field without words. */
function fieldNameOf(field: string): string {
  const property = field.split('.').at(-1) ?? field
  const words = property.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
