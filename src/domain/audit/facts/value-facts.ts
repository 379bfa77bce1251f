import type { ChangeFact } from '@counterfoil/contract/admin/facts.ts'
import { type OpeningHours, writeHours } from '@counterfoil/contract/hours-text.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { FieldName } from '@counterfoil/contract/words/fact-words.ts'
import type { Value } from '@counterfoil/contract/words/write-value.ts'
import type { Static } from 'typebox'

/** The name of a record by its id, or of a category by its slug. An unknown record has its id as its name. */
export type NameOf = (id: string) => string

/** Reads a stored value. The catalogue of a language writes it. */
export type Read = (value: unknown, nameOf: NameOf) => Value

/** A change without the name of its property in the API, which is that of its entry. */
export type Change = Omit<Static<typeof ChangeFact>, 'property'>

/** Reads the change of one field. `before` is undefined if the record did not exist. */
export type ReadChange = (field: FieldName, before: unknown, after: unknown, nameOf: NameOf) => Change[]

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

const as =
  (type: Value['type']): Read =>
  (value) => ({ type, value: String(value) })

/** A text that a person wrote. */
export const text: Read = (value) => ({ type: 'TEXT', value: plainText(String(value)) })
export const name: Read = (value) => ({ type: 'NAME', value: plainText(String(value)) })
export const recordName: Read = (value, nameOf) => ({ type: 'NAME', value: nameOf(String(value)) })
export const code = as('CODE')
export const number = as('NUMBER')
export const seconds = as('SECONDS')
export const time = as('TIME')
export const language = as('LANGUAGE')
export const flag = as('BOOLEAN')

export const money: Read = (value) => {
  const { amount, currency } = value as { amount: unknown; currency: unknown }
  return { type: 'MONEY', value: `${amount} ${currency}` }
}

export const hours: Read = (value) => ({ type: 'HOURS', value: writeHours(value as OpeningHours) })

export const span: Read = (value) => {
  const { from, until } = value as { from: unknown; until: unknown }
  return { type: 'SPAN', value: `${from}-${until}` }
}

/** A value that everybody who reads the record may read. */
export const shown =
  (read: Read): ReadChange =>
  (field, before, after, nameOf) => {
    const side = (value: unknown) => (isEmpty(value) ? null : read(value, nameOf))
    return [{ field, change: 'VALUE', from: side(before), to: side(after) }]
  }

/** A change whose values are not shown. */
export const hidden = (field: string, change: Change['change']): Change[] => [
  { field, change, from: null, to: null },
]

/** A value that is secret or means nothing to a person: a key, the path of an image. */
export const unseen = (field: string, before: unknown, after: unknown): Change[] =>
  hidden(field, isEmpty(before) ? 'ADDED' : isEmpty(after) ? 'REMOVED' : 'CHANGED')

/** Whether a secret is set. Replacing it leaves no difference. */
export const secretIsSet: ReadChange = (field, before, after) =>
  hidden(field, after !== true ? 'REMOVED' : before === true ? 'CHANGED' : 'SET')
