import { formOf } from '@counterfoil/contract/shapes/text-forms.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { TEXT_FORM_WORDS } from '../words/text-forms.ts'

/** The part of JSON Schema that request bodies of the contract use. */
export type FieldSchema = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: unknown[]
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export type BodySchema = { properties?: Record<string, FieldSchema>; required?: string[] }

export function isNullable(schema: FieldSchema): boolean {
  return [schema.type ?? []].flat().includes('null') || schema.anyOf !== undefined
}

/** What is wrong with a value, in words, by the contract's own limits; null if nothing is. */
export function checkField(schema: FieldSchema, value: unknown): string | null {
  const types = [schema.type ?? []].flat()
  if (value === null || value === undefined)
    return types.length === 0 || types.includes('null') ? null : words.required
  if (schema.enum) return schema.enum.includes(value) ? null : words.oneOf
  if (typeof value === 'string') return types.includes('string') ? checkText(schema, value) : words.number
  if (typeof value === 'number') return checkNumber(schema, types, value)
  if (Array.isArray(value)) return checkItems(schema, value)
  return null
}

function checkText(schema: FieldSchema, value: string): string | null {
  const { minLength = 0, maxLength, pattern, format } = schema
  // The service counts code points, not UTF-16 units.
  const length = [...value].length
  if (length < minLength) return length === 0 || minLength === 1 ? words.required : words.tooShort(minLength)
  if (maxLength !== undefined && length > maxLength) return words.tooLong(maxLength)
  const isWrong =
    (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) ||
    (format === 'date-time' && Number.isNaN(Date.parse(value)))
  if (!isWrong) return null
  if (value.trim() === '') return words.required
  const form = formOf(schema)
  return form === null ? words.malformed : words.mustBe(TEXT_FORM_WORDS[form])
}

function checkNumber(schema: FieldSchema, types: string[], value: number): string | null {
  const { minimum, maximum } = schema
  if (Number.isNaN(value)) return words.number
  if (types.includes('integer') && !Number.isInteger(value)) return words.wholeNumber
  if (minimum !== undefined && value < minimum) return words.atLeast(minimum)
  if (maximum !== undefined && value > maximum) return words.atMost(maximum)
  return null
}

function checkItems({ minItems = 0, maxItems }: FieldSchema, items: unknown[]): string | null {
  if (items.length < minItems) return words.required
  return maxItems !== undefined && items.length > maxItems ? words.tooMany(maxItems) : null
}

/** Every problem of a body, by field. A required field that is missing is a problem; an unknown field is not checked. */
export function checkFields(body: unknown, values: Record<string, unknown>): Record<string, string> {
  const { properties = {}, required = [] } = body as BodySchema
  const problems: Record<string, string> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (values[name] === undefined && !required.includes(name)) continue
    const problem = checkField(schema, values[name])
    if (problem !== null) problems[name] = problem
  }
  return problems
}
