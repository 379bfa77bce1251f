import { EVENT_TYPES } from '../events.ts'
import type { JsonSchema } from '../shapes/example.ts'
import { UUID_PATTERN } from '../shapes/fields.ts'

/** Look-around and Unicode classes: Go, Rust and others refuse a whole document because of one such pattern. */
const NOT_PORTABLE = /\(\?[=!<]|\\p\{|\\u[0-9a-f]{4}/i

type WithPattern = JsonSchema & {
  pattern?: string
  format?: string
  'x-extensible-enum'?: readonly unknown[]
}

/** A schema that generators of every language can read. The service itself still checks the whole pattern. */
export function portable(schema: JsonSchema): JsonSchema {
  const { pattern, ...rest }: WithPattern = schema
  if (pattern === UUID_PATTERN) return { ...rest, format: 'uuid' } as WithPattern
  if (pattern !== undefined && NOT_PORTABLE.test(pattern)) return rest
  return isEventType(schema) ? open(schema) : schema
}

const isEventType = (schema: JsonSchema): boolean => schema.enum?.join() === EVENT_TYPES.join()

/** More values may be added: a client must not refuse the ones that it does not know. */
function open({ enum: values, ...rest }: JsonSchema): JsonSchema {
  return { ...rest, 'x-extensible-enum': values } as WithPattern
}

/** The shape of events whose type is added later. */
export const UnknownEvent: JsonSchema & { required: string[] } = {
  title: 'UnknownEvent',
  type: 'object',
  description: 'An event of a type that is not in this document. Answer 2xx and ignore it.',
  required: ['id', 'type', 'createdAt', 'data'],
  properties: {
    id: { type: 'string', pattern: UUID_PATTERN } as JsonSchema,
    type: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' } as JsonSchema,
    data: { type: 'object', additionalProperties: true },
  },
}

/** `too_far` becomes `TooFar`, `upsertUser` becomes `UpsertUser`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The name of a body that has no title: `PartnerPage`, `MerchantList`, or the name of its operation. */
export function nameOf({ type, properties, items }: JsonSchema, fallback: string): string {
  if (type === 'array' && items?.title) return `${items.title}List`
  const item = properties?.items?.items?.title
  return item && (properties?.nextCursor || properties?.next) ? `${item}Page` : fallback
}
