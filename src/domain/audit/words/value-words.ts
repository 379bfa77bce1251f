import { type OpeningHours, writeHours } from '@counterfoil/contract/hours-text.ts'
import { plainText } from '@counterfoil/contract/markup.ts'

/** The name of a record by its id, or of a category by its slug. An unknown record has its id as its name. */
export type NameOf = (id: string) => string

/** Writes a value as a person reads it. */
export type Write = (value: unknown, nameOf: NameOf) => string

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 8 })
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const LANGUAGE = new Intl.DisplayNames('en', { type: 'language' })

export const text: Write = (value) => plainText(String(value))

export const number: Write = (value) => NUMBER.format(Number(value))

export const seconds: Write = (value) => `${NUMBER.format(Number(value))} s`

/** A time that cannot be read stays as it is: entries of any age are shown. */
export const time: Write = (value) => {
  const at = new Date(String(value))
  return Number.isNaN(at.getTime()) ? String(value) : `${TIME.format(at)} UTC`
}

export const money: Write = (value) => {
  const { amount, currency } = value as { amount: unknown; currency: unknown }
  return `${amount} ${currency}`
}

export const hours: Write = (value) => writeHours(value as OpeningHours)

export const hoursOfDay: Write = (value) => {
  const { from, until } = value as { from: unknown; until: unknown }
  return `${from} to ${until}`
}

export const recordName: Write = (value, nameOf) => nameOf(String(value))

/** One of several codes of the API, each with its words. A code without words is shown as it is. */
export const choice =
  (words: Record<string, string>): Write =>
  (value) =>
    words[String(value)] ?? String(value)

export function languageName(tag: string): string {
  try {
    return LANGUAGE.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** “Suria, Bangsar and Ipoh” */
export function joined(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`
}

export function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** “lastUsedAt” becomes “Last used at”. */
export function propertyInWords(property: string): string {
  return upperFirst(property.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`))
}
