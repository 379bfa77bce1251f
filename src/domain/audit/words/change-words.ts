import { type NameOf, propertyInWords, text, type Write } from './value-words.ts'

/** A changed field, and `words` that say the change in a sentence. A value that is not shown is null on both sides. */
export type Change = { field: string; from: string | null; to: string | null; words: string }

/** Puts the change of one field into words. `before` is undefined if the record did not exist. */
export type Describe = (field: string, before: unknown, after: unknown, nameOf: NameOf) => Change[]

/** Longer values are among the changes, but not in a sentence. */
const MAX_IN_SENTENCE = 40

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

export function sentence(field: string, from: string | null, to: string | null, isQuoted = false): string {
  const isLong = [from, to].some((value) => value !== null && value.length > MAX_IN_SENTENCE)
  const quoted = (value: string) => (isQuoted ? `“${value}”` : value)
  if (to === null)
    return isLong || from === null ? `${field} removed` : `${field} removed (was ${quoted(from)})`
  if (from === null) return isLong ? `${field} added` : `${field} set to ${quoted(to)}`
  return isLong || from === to ? `${field} changed` : `${field} ${quoted(from)} → ${quoted(to)}`
}

/** A value that everybody who reads the record may read. */
export const shown =
  (write: Write, isQuoted = false): Describe =>
  (field, before, after, nameOf) => {
    const written = (value: unknown) => (isEmpty(value) ? null : write(value, nameOf))
    const [from, to] = [written(before), written(after)]
    return [{ field, from, to, words: sentence(field, from, to, isQuoted) }]
  }

export const shownText = shown(text, true)

/** A value that is secret or means nothing to a person: a key, the path of an image. */
export const unseen: Describe = (field, before, after) => {
  const verb = isEmpty(before) ? 'added' : isEmpty(after) ? 'removed' : 'changed'
  return [{ field, from: null, to: null, words: `${field} ${verb}` }]
}

/** Whether a secret is set. Replacing it leaves no difference. */
export const secretIsSet: Describe = (field, before, after) => {
  const verb = after !== true ? 'removed' : before === true ? 'changed' : 'set'
  return [{ field, from: null, to: null, words: `${field} ${verb}` }]
}

/** Yes or no. The sentences say what it means for the record. */
export const flag =
  (whenTrue?: string, whenFalse?: string): Describe =>
  (field, before, after) => {
    const written = (value: unknown) => (isEmpty(value) ? null : value === true ? 'yes' : 'no')
    const words = (after === true ? whenTrue : whenFalse) ?? `${field}: ${written(after) ?? 'none'}`
    return [{ field, from: written(before), to: written(after), words }]
  }

/** The names of changed fields whose values are personal, so that the log does not hold them. */
export const fieldNames =
  (labels: Record<string, string>): Describe =>
  (_field, _before, after) =>
    ((after ?? []) as string[]).map((name) => {
      const field = labels[name] ?? propertyInWords(name)
      return { field, from: null, to: null, words: `${field} changed` }
    })
