import { isDeepStrictEqual } from 'node:util'
import type { FieldName } from '@counterfoil/contract/words/fact-words.ts'
import type { Value } from '@counterfoil/contract/words/write-value.ts'
import { list, readItems } from './list-facts.ts'
import {
  type Change,
  hidden,
  isEmpty,
  type NameOf,
  type ReadChange,
  recordName,
  shown,
  text,
  unseen,
} from './value-facts.ts'

type Texts = Record<string, unknown>
type ByLanguage = Record<string, Texts>

/** A field whose name is that of a field of another record. */
const TRANSLATED: Record<string, FieldName> = { state: 'translations.state' }

/** Texts by language: each changed text, such as “Title in Malay”. */
export const translations: ReadChange = (_field, before, after, nameOf) => {
  const [was, is] = [(before ?? {}) as ByLanguage, (after ?? {}) as ByLanguage]
  return changedKeys(was, is).flatMap((language) =>
    changedKeys(was[language] ?? {}, is[language] ?? {}).flatMap((property) => {
      const field = TRANSLATED[property] ?? (property as FieldName)
      const changes = shown(text)(field, was[language]?.[property], is[language]?.[property], nameOf)
      return changes.map((change) => ({ ...change, language }))
    }),
  )
}

type SubCategory = { id: string; name: string; translations?: unknown }

/** The sub-categories of a category: added, removed, renamed, or with other translations. */
export const subCategories: ReadChange = (field, before, after, nameOf) => {
  const [was, is] = [(before ?? []) as SubCategory[], (after ?? []) as SubCategory[]]
  const kept = is.flatMap((item) => {
    const previous = was.find(({ id }) => id === item.id)
    return previous ? insideSubCategory(previous, item, nameOf) : []
  })
  const names = new Map([...was, ...is].map(({ id, name }) => [id, name]))
  const ids = (items: SubCategory[]) => items.map(({ id }) => id)
  if (isDeepStrictEqual(ids(was), ids(is))) return kept
  const change = list((id) => ({ type: 'NAME', value: names.get(String(id)) ?? String(id) }))
  return [...change(field, before && ids(was), ids(is), nameOf), ...kept]
}

function insideSubCategory(was: SubCategory, is: SubCategory, nameOf: NameOf): Change[] {
  const renamed = was.name === is.name ? [] : shown(text)('subCategories.name', was.name, is.name, nameOf)
  const translated = translations('translations', was.translations, is.translations, nameOf)
  return [...renamed, ...translated.map((change) => ({ ...change, inside: is.name }))]
}

const LETTERHEAD_TEXTS = ['name', 'addressLines', 'registrationNumber']

/** The letterhead of statements. */
export const letterhead: ReadChange = (_field, before, after, nameOf) => {
  const [was, is] = [(before ?? {}) as Texts, (after ?? {}) as Texts]
  return changedKeys(was, is).flatMap((property) => {
    if (!LETTERHEAD_TEXTS.includes(property))
      return unseen('settings.issuer.logoPath', was[property], is[property])
    const field = `settings.issuer.${property}` as FieldName
    const written = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value)
    return shown(text)(field, written(was[property]), written(is[property]), nameOf)
  })
}

type Scope = { merchantIds: string[]; categories: string[] }

/** The merchants and categories that a partner's users see. */
export const scope: ReadChange = (field, before, after, nameOf) => {
  if (isEmpty(before) || isEmpty(after)) {
    const side = (value: unknown) => (value === undefined ? null : readScope(value as Scope | null, nameOf))
    return [{ field, change: 'VALUE', from: side(before), to: side(after) }]
  }
  const [was, is] = [before as Scope, after as Scope]
  return (['merchantIds', 'categories'] as const)
    .filter((part) => !isDeepStrictEqual(was[part], is[part]))
    .flatMap((part) => list(recordName)(`scope.${part}`, was[part], is[part], nameOf))
}

function readScope(scope: Scope | null, nameOf: NameOf): Value {
  if (scope === null) return { type: 'ALL', value: '' }
  return readItems(recordName, [...scope.merchantIds, ...scope.categories], nameOf)
}

/** The review of a redemption. The log does not hold its note. */
export const review: ReadChange = (field, before, after) => {
  const outcome = (value: unknown) =>
    isEmpty(value) ? null : ({ type: 'CODE', value: (value as { outcome: string }).outcome } as const)
  const [from, to] = [outcome(before), outcome(after)]
  const hasNote = (after as { hasNote?: boolean } | null)?.hasNote === true
  const change = from?.value === to?.value ? 'AGAIN' : 'VALUE'
  return [{ field, change, from, to, ...(hasNote && { hasNote }) }]
}

/** The names of changed fields whose values are personal, so that the log does not hold them. */
export const fieldNames: ReadChange = (_field, _before, after) =>
  ((after ?? []) as string[]).flatMap((property) => hidden(`fields.${property}`, 'CHANGED'))

function changedKeys(was: Texts, is: Texts): string[] {
  const keys = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...keys].filter((key) => !isDeepStrictEqual(was[key], is[key]))
}
