import type { Static, TProperties, TSchema } from 'typebox'
import { Type } from './type.ts'

/** `T` or null as one schema: a failure then reads "must be string or null" instead of a list of alternatives. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>(orNull(schema))
}

function orNull(schema: { type?: string; enum?: unknown[]; anyOf?: unknown[]; title?: string }) {
  if (schema.title !== undefined) return { anyOf: [schema, { type: 'null' }] }
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) }
}

/** The same schema with a different example or description. */
export function Like<T extends TSchema>(
  schema: T,
  options: { description?: string; examples?: Static<T>[] },
) {
  return Type.Unsafe<Static<T>>({ ...schema, ...options })
}

/** The same properties, all optional. */
export function Optionals<P extends TProperties>(properties: P) {
  return Type.Partial(Type.Object(properties)).properties
}

/** One of a few literal strings. */
export function OneOf<const V extends readonly string[]>(
  values: V,
  options: { description?: string; examples?: V[number][]; title?: string } = {},
) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })
}

// The description of a field with a pattern or format completes the error message "must be …".

export const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'

export const Uuid = Type.String({
  pattern: UUID_PATTERN,
  description: 'a uuid',
  examples: ['0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d'],
})

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'an ISO 8601 date-time',
  examples: ['2026-11-15T08:30:00.000Z'],
})

/** Has an example in the future, for ends and expiries. */
export const LaterTimestamp = Like(Timestamp, { examples: ['2026-12-31T15:59:59.999Z'] })

export const SLUG_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'

export const Slug = Type.String({
  pattern: SLUG_PATTERN,
  description: '1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end',
  examples: ['kopi-corner'],
})

export const CategorySlug = Type.String({
  pattern: '^[A-Z][A-Z0-9_]{0,62}$',
  description: 'upper-case letters, digits and underscores',
  examples: ['F_AND_B'],
})

export const ImagePath = Type.String({
  pattern: '^(?:/uploads/[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*|https://[^\\s/?#]+(?:[/?#]\\S*)?)$',
  maxLength: 2048,
  description: 'a path under /uploads/ or an https URL',
  examples: ['/uploads/3f6c1e7b5a9d.webp'],
})

/** `[0-9]` instead of `\d`, which matches other digits too in some clients' languages. */
export const Pin = Type.String({
  pattern: '^[0-9]{4}$',
  description: 'exactly 4 digits, 0 to 9',
  examples: ['4821'],
})

export const Latitude = Type.Number({ minimum: -90, maximum: 90, examples: [3.1579] })
export const Longitude = Type.Number({ minimum: -180, maximum: 180, examples: [101.7116] })

export const CountryCode = Type.String({
  pattern: '^[A-Za-z]{2}$',
  description: 'two ASCII letters (ISO 3166-1 alpha-2)',
  examples: ['MY'],
})

/** Unicode classifies five blank characters (Hangul fillers, empty Braille) as letters or symbols: they are excluded. */
export const VISIBLE_CHARACTER = '(?![\\u115f\\u1160\\u3164\\uffa0\\u2800])[\\p{L}\\p{N}\\p{P}\\p{S}]'

const TAG = '\\{/?[BRSbrs]\\}'

/** A visible character outside the markup tags. */
export const VISIBLE_OUTSIDE_TAGS = `^(?:${TAG}|(?!${VISIBLE_CHARACTER})[\\s\\S])*(?!${TAG})${VISIBLE_CHARACTER}`

type TextOptions = { description?: string; examples?: string[] }

/** Text for people: needs at least one visible character. */
export function Text(maxLength: number, options: TextOptions = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: VISIBLE_CHARACTER, ...options })
}

/** A name of the IANA database. The service knows which names exist. */
export const Timezone = Text(64, { description: 'IANA time zone.', examples: ['Asia/Kuala_Lumpur'] })

/** The slug of a partner or merchant. */
export const MODES = ['live', 'test'] as const

/** Text that may contain markup: needs at least one visible character outside the tags. */
export function MarkedText(maxLength: number, options: TextOptions = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: VISIBLE_OUTSIDE_TAGS, ...options })
}

/** An object with any properties. */
export function AnyObject(options: { description?: string; examples?: Record<string, unknown>[] } = {}) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options })
}

export const Count = Type.Integer({ minimum: 0, examples: [3] })

export const CycleKey = Type.String({
  description:
    '`ONE_TIME`, the month of a MONTHLY cycle (`2026-11`), or the first day of a BIWEEKLY cycle (`2026-11-02/P2W`).',
  examples: ['2026-11'],
})

export const VALUE_TYPES = ['FREE_ITEM', 'PERCENT', 'FIXED', 'BOGO'] as const
export const CODE_SOURCES = ['NONE', 'MANUAL', 'AUTO'] as const
export const CLAIM_FLOWS = ['WALLET', 'INSTANT'] as const
export const CYCLES = ['ONE_TIME', 'MONTHLY', 'BIWEEKLY'] as const

export const ValueType = OneOf(VALUE_TYPES, { description: 'The kind of benefit. Informational.' })
export const CodeSource = OneOf(CODE_SOURCES, {
  description: 'MANUAL takes codes from an uploaded pool, AUTO generates them, NONE has no codes.',
})
export const ClaimFlow = OneOf(CLAIM_FLOWS, {
  description:
    'WALLET vouchers must be claimed before they are redeemed; INSTANT vouchers are redeemed directly.',
})
export const Cycle = OneOf(CYCLES, {
  description: 'How often the limits reset: never, every month or every two weeks.',
})
