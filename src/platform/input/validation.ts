import { VISIBLE_CHARACTER, VISIBLE_OUTSIDE_TAGS } from '@counterfoil/contract/fields.ts'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { Issue } from '../refusal.ts'
import { readTime } from './time.ts'

// No coercion, nothing removed, nothing filled in: what was sent is what is judged. `verbose` for the descriptions.
const OPTIONS = { verbose: true, strict: true, strictTypes: false, strictRequired: false }
const ajv = openAjv(true)
const ajvOfBulk = openAjv(false)

function openAjv(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({ ...OPTIONS, allErrors })
  addFormats.default(ajv)
  return ajv.addFormat('date-time', (text) => readTime(text) !== null)
}

export function compile(schema: TSchema | object): ValidateFunction {
  return ajv.compile(schema)
}

/** Stops at the first issue: a list of a million wrong items would have a million. */
export function compileForBulk(schema: TSchema | object): ValidateFunction {
  return ajvOfBulk.compile(schema)
}

/** For callers other than HTTP (the CLI): the issues of a value, none when it fits. */
export function issuesOf(validate: ValidateFunction, value: unknown): Issue[] {
  return validate(value) ? [] : toIssues(validate.errors ?? [])
}

export function toIssues(errors: readonly Partial<ErrorObject>[]): Issue[] {
  const issues = errors
    // The branches of an anyOf speak for it, and `if` says nothing of its own.
    .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if')
    .map((error) => ({ path: pathOf(error), message: messageOf(error) }))
  return issues.length > 0 ? issues : [{ path: '', message: 'does not fit its schema' }]
}

function pathOf({ instancePath = '', keyword, params = {} }: Partial<ErrorObject>): string {
  const name =
    keyword === 'required' || keyword === 'dependentRequired'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined
  return name === undefined
    ? instancePath
    : `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const SEEN = new Set([VISIBLE_CHARACTER, VISIBLE_OUTSIDE_TAGS])

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
      if (SEEN.has(params.pattern as string)) return 'must hold a visible character'
      return description ? `must be ${description}` : (message ?? 'is malformed')
    case 'format':
      return description ? `must be ${description}` : (message ?? 'is malformed')
    default:
      return message ?? 'is not valid'
  }
}

/**
 * Query values arrive as text. Those that the schema calls a number or a boolean are read strictly, in place: what does
 * not look like one stays text, and the schema refuses it.
 */
export function queryReader(schema: object): (query: Record<string, unknown>) => void {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
  const typed = Object.entries(properties).filter(([, { type }]) => type !== undefined && type !== 'string')
  return (query) => {
    for (const [name, { type }] of typed) {
      const text = query[name]
      if (typeof text === 'string') query[name] = readText(type, text)
    }
  }
}

function readText(type: string | undefined, text: string): unknown {
  // Exponents too: that is how many languages write what is very small.
  if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,30})?(?:e-?\d{1,2})?$/i.test(text)) return Number(text)
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** NUL and lone surrogates: text that JSON can carry and neither PostgreSQL nor UTF-8 can. */
export function unstorableText(given: unknown): Issue | null {
  // A queue, not a recursion: 64 KiB of brackets nest deeper than the stack.
  const queue = [{ path: '', value: given }]
  for (const { path, value } of queue) {
    if (isUnstorable(value)) return { path, message: UNSTORABLE }
    if (Array.isArray(value)) {
      // Without a queue of its items, nor a path for each: there may be millions.
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

const UNSTORABLE = 'holds a NUL character or half of a surrogate pair'

function isUnstorable(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
}
