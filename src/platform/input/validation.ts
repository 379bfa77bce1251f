import { VISIBLE_CHARACTER, VISIBLE_OUTSIDE_TAGS } from '@counterfoil/contract/fields.ts'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { Issue } from '../refusal.ts'
import { readTime } from './time.ts'

// Input is validated exactly as it was sent: no coercion, no defaults, no properties removed. `verbose` adds the schema
// to each error, for the descriptions in messages.
const OPTIONS = { verbose: true, strict: true, strictTypes: false, strictRequired: false }
const ajv = createAjv(true)
const bulkAjv = createAjv(false)

function createAjv(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({ ...OPTIONS, allErrors })
  addFormats.default(ajv)
  return ajv.addFormat('date-time', (text) => readTime(text) !== null)
}

export function compile(schema: TSchema | object): ValidateFunction {
  return ajv.compile(schema)
}

/** Stops at the first issue: a list of a million wrong items would have a million issues. */
export function compileForBulk(schema: TSchema | object): ValidateFunction {
  return bulkAjv.compile(schema)
}

/** For the CLI: the issues of a value, none if it is valid. */
export function issuesOf(validate: ValidateFunction, value: unknown): Issue[] {
  return validate(value) ? [] : toIssues(validate.errors ?? [])
}

export function toIssues(errors: readonly Partial<ErrorObject>[]): Issue[] {
  const issues = errors
    // Redundant: the branches of an `anyOf` and of an `if`, and wrong property names report their own errors.
    .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if' && keyword !== 'propertyNames')
    .map((error) => ({ path: pathOf(error), message: messageOf(error) }))
  return issues.length > 0 ? issues : [{ path: '', message: 'does not match its schema' }]
}

function pathOf({ instancePath = '', keyword, params = {}, propertyName }: Partial<ErrorObject>): string {
  const name =
    keyword === 'required' || keyword === 'dependentRequired'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : propertyName
  return name === undefined
    ? instancePath
    : `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const VISIBLE_PATTERNS = new Set([VISIBLE_CHARACTER, VISIBLE_OUTSIDE_TAGS])

function messageOf({ keyword, params = {}, parentSchema, message }: Partial<ErrorObject>): string {
  const description = (parentSchema as { description?: string } | undefined)?.description
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'dependentRequired':
      return `is required together with ${params.property}`
    case 'additionalProperties':
      return 'is not a known property'
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`
    case 'pattern':
      if (VISIBLE_PATTERNS.has(params.pattern as string)) return 'must contain a visible character'
      return description ? `must be ${description}` : (message ?? 'is malformed')
    case 'format':
      return description ? `must be ${description}` : (message ?? 'is malformed')
    default:
      return message ?? 'is not valid'
  }
}

/**
 * Query values arrive as text. This converts those that the schema declares as a number or boolean, strictly and in
 * place. Other text stays text, and the schema refuses it.
 */
export function queryReader(schema: object): (query: Record<string, unknown>) => void {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
  const typed = Object.entries(properties).filter(([, { type }]) => type !== undefined && type !== 'string')
  return (query) => {
    for (const [name, { type }] of typed) {
      const text = query[name]
      if (typeof text === 'string') query[name] = convert(type, text)
    }
  }
}

function convert(type: string | undefined, text: string): unknown {
  // With exponents: many languages write very small numbers like this.
  if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,30})?(?:e-?\d{1,2})?$/i.test(text)) return Number(text)
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Finds NUL and lone surrogates: JSON can contain them, PostgreSQL and UTF-8 cannot. */
export function unstorableText(given: unknown): Issue | null {
  // A queue instead of recursion: 64 KiB of brackets nest deeper than the stack.
  const queue = [{ path: '', value: given }]
  for (const { path, value } of queue) {
    if (isUnstorable(value)) return { path, message: UNSTORABLE }
    if (Array.isArray(value)) {
      // Strings are not queued and get no path: there may be millions.
      for (const [place, item] of value.entries()) {
        if (isUnstorable(item)) return { path: `${path}/${place}`, message: UNSTORABLE }
        if (item !== null && typeof item === 'object') queue.push({ path: `${path}/${place}`, value: item })
      }
    } else if (value !== null && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) {
        queue.push({ path, value: key }, { path: `${path}/${key}`, value: item })
      }
    }
  }
  return null
}

const UNSTORABLE = 'contains a NUL character or half of a surrogate pair'

function isUnstorable(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
}
