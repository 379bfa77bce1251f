import { isDeepStrictEqual } from 'node:util'
import { type Change, type Describe, isEmpty, sentence, shownText, unseen } from './change-words.ts'
import { list } from './list-words.ts'
import { joined, languageName, type NameOf, propertyInWords, recordName } from './value-words.ts'

type Texts = Record<string, unknown>
type ByLanguage = Record<string, Texts>

/** Texts by language: each changed text, such as “Title in Malay”. */
export const translations: Describe = (_field, before, after, nameOf) => {
  const [was, is] = [(before ?? {}) as ByLanguage, (after ?? {}) as ByLanguage]
  return changedKeys(was, is).flatMap((tag) =>
    changedKeys(was[tag] ?? {}, is[tag] ?? {}).flatMap((property) => {
      const field = `${propertyInWords(property)} in ${languageName(tag)}`
      return shownText(field, was[tag]?.[property], is[tag]?.[property], nameOf)
    }),
  )
}

type SubCategory = { id: string; name: string; translations?: unknown }

/** The sub-categories of a category: added, removed, renamed, or with other translations. */
export const subCategories: Describe = (field, before, after, nameOf) => {
  const [was, is] = [(before ?? []) as SubCategory[], (after ?? []) as SubCategory[]]
  const kept = is.flatMap((item) => {
    const previous = was.find(({ id }) => id === item.id)
    return previous ? insideSubCategory(previous, item, nameOf) : []
  })
  const names = new Map([...was, ...is].map(({ id, name }) => [id, name]))
  const ids = (items: SubCategory[]) => items.map(({ id }) => id)
  if (isDeepStrictEqual(ids(was), ids(is))) return kept
  const write = (id: unknown) => names.get(String(id)) ?? String(id)
  const describe = list({ one: 'sub-category', many: 'sub-categories', write })
  return [...describe(field, before && ids(was), ids(is), nameOf), ...kept]
}

function insideSubCategory(was: SubCategory, is: SubCategory, nameOf: NameOf): Change[] {
  const renamed = was.name === is.name ? [] : shownText('Sub-category', was.name, is.name, nameOf)
  const translated = translations('', was.translations, is.translations, nameOf)
  const inside = (words: string) => `${is.name}: ${words}`
  return [
    ...renamed,
    ...translated.map((change) => ({ ...change, field: inside(change.field), words: inside(change.words) })),
  ]
}

const LETTERHEAD: Record<string, string> = {
  name: 'name',
  addressLines: 'address',
  registrationNumber: 'registration number',
}

/** The letterhead of statements. */
export const letterhead: Describe = (field, before, after, nameOf) => {
  const [was, is] = [(before ?? {}) as Texts, (after ?? {}) as Texts]
  return changedKeys(was, is).flatMap((property) => {
    const label = LETTERHEAD[property]
    const written = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value)
    return label === undefined
      ? unseen(`${field}: logo`, was[property], is[property], nameOf)
      : shownText(`${field}: ${label}`, written(was[property]), written(is[property]), nameOf)
  })
}

type Scope = { merchantIds: string[]; categories: string[] }

/** The merchants and categories that a partner's users see. */
export const scope: Describe = (field, before, after, nameOf) => {
  if (isEmpty(before) || isEmpty(after)) {
    const whole = (value: unknown) =>
      value === undefined ? null : value === null ? 'everything' : writeScope(value as Scope, nameOf)
    const [from, to] = [whole(before), whole(after)]
    return [{ field, from, to, words: sentence(field, from, to) }]
  }
  const [was, is] = [before as Scope, after as Scope]
  return SCOPE_PARTS.flatMap(([property, words]) =>
    isDeepStrictEqual(was[property], is[property])
      ? []
      : list({ ...words, of: field })(`${field}: ${words.many}`, was[property], is[property], nameOf),
  )
}

const SCOPE_PARTS = [
  ['merchantIds', { one: 'merchant', many: 'merchants', write: recordName }],
  ['categories', { one: 'category', many: 'categories', write: recordName }],
] as const

function writeScope(scope: Scope, nameOf: NameOf): string {
  const written = SCOPE_PARTS.flatMap(([property, words]) =>
    scope[property].length === 0 ? [] : list(words)('', undefined, scope[property], nameOf),
  )
  return written.length === 0 ? 'nothing' : joined(written.map(({ to }) => to ?? ''))
}

/** The review of a redemption. The log does not hold its note. */
export const review: Describe = (field, before, after) => {
  const outcome = (value: unknown) =>
    isEmpty(value) ? null : String((value as { outcome: string }).outcome).toLowerCase()
  const [from, to] = [outcome(before), outcome(after)]
  const hasNote = (after as { hasNote?: boolean } | null)?.hasNote === true
  const note = hasNote ? ', with a note' : ''
  const words = from === to ? `${field}: ${to} again${note}` : `${sentence(field, from, to)}${note}`
  return [{ field, from, to, words }]
}

function changedKeys(was: Texts, is: Texts): string[] {
  const keys = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...keys].filter((key) => !isDeepStrictEqual(was[key], is[key]))
}
