import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { Issue } from '../refusal.ts'
import { toIssues } from './issues.ts'
import { readTime } from './time.ts'

// Validates input exactly as it arrived: no coercion, no defaults, no properties removed. `verbose` adds the schema to
// each error, for the descriptions in messages.
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

/** The issues of a value, for the CLI. Empty if the value is valid. */
export function issuesOf(validate: ValidateFunction, value: unknown): Issue[] {
  return validate(value) ? [] : toIssues(validate.errors ?? [])
}

/**
 * Query values arrive as text. This strictly converts, in place, the values that the schema declares as a number or
 * boolean. Other text stays text, and the schema refuses it.
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
  // Accepts exponents, because many languages write very small numbers like this.
  if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,30})?(?:e-?\d{1,2})?$/i.test(text)) return Number(text)
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Finds NUL and lone surrogates: JSON can contain them, PostgreSQL and UTF-8 cannot. */
export function unstorableText(input: unknown): Issue | null {
  // Uses a queue instead of recursion, because 64 KiB of brackets nest deeper than the stack.
  const queue = [{ path: '', value: input }]
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
