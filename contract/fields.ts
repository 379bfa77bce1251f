import Type, { type Static, type TProperties, type TSchema } from 'typebox'

/** `T` or null as one schema, so that a failure reads "must be string,null" and not a list of alternatives. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>(orNull(schema))
}

function orNull(schema: { type?: string; enum?: unknown[]; anyOf?: unknown[]; title?: string }) {
  if (schema.title !== undefined) return { anyOf: [schema, { type: 'null' }] }
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) }
}

/** The same schema with another example or description. */
export function Like<T extends TSchema>(
  schema: T,
  options: { description?: string; examples?: Static<T>[] },
) {
  return Type.Unsafe<Static<T>>({ ...schema, ...options })
}

/** The same properties, each of which may be left out. */
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

// A description of a patterned field completes the sentence "must be …": it is the error message too.

export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  description: 'a uuid',
  examples: ['0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d'],
})

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'an ISO 8601 date-time',
  examples: ['2026-11-15T08:30:00.000Z'],
})

/** A time to come, for the examples of ends and expiries. */
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

/** `/uploads/…` of our own, or an https URL. */
export const ImagePath = Type.String({
  pattern: '^(?:/uploads/[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*|https://[^\\s/?#]+(?:[/?#]\\S*)?)$',
  maxLength: 2048,
  description: 'a path under /uploads/ or an https URL',
  examples: ['/uploads/3f6c1e7b5a9d.webp'],
})

/** Four ASCII digits: `[0-9]`, since `\d` would be the same in JavaScript but not in every client. */
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

/** Not only spaces, joiners and the like. Unicode counts five blanks (Hangul fillers, empty Braille) as letters or signs. */
export const VISIBLE = '(?![\\u115f\\u1160\\u3164\\uffa0\\u2800])[\\p{L}\\p{N}\\p{P}\\p{S}]'

const TAG = '\\{/?[BRSbrs]\\}'

/** The same of text with markup, whose tags are not seen either. */
export const VISIBLE_BESIDE_TAGS = `^(?:${TAG}|(?!${VISIBLE})[\\s\\S])*(?!${TAG})${VISIBLE}`

type TextOptions = { description?: string; examples?: string[] }

/** Text that a person reads: at least one visible character. */
export function Text(maxLength: number, options: TextOptions = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: VISIBLE, ...options })
}

/** Text that may hold markup: at least one visible character besides the tags. */
export function MarkedText(maxLength: number, options: TextOptions = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: VISIBLE_BESIDE_TAGS, ...options })
}

/** An object of any content. */
export function AnyObject(options: { description?: string; examples?: Record<string, unknown>[] } = {}) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options })
}

export const Count = Type.Integer({ minimum: 0, examples: [3] })

export const CycleKey = Type.String({
  description:
    '`ONE_TIME`, the month of a MONTHLY cycle, or the first day of a BIWEEKLY one as in `2026-11-02/P2W`.',
  examples: ['2026-11'],
})

export const VALUE_TYPES = ['FREE_ITEM', 'PERCENT', 'FIXED', 'BOGO'] as const
export const CODE_SOURCES = ['NONE', 'MANUAL', 'AUTO'] as const
export const CLAIM_FLOWS = ['WALLET', 'INSTANT'] as const
export const CYCLES = ['ONE_TIME', 'MONTHLY', 'BIWEEKLY'] as const

export const ValueType = OneOf(VALUE_TYPES, { description: 'Informational.' })
export const CodeSource = OneOf(CODE_SOURCES, {
  description: 'MANUAL draws from an uploaded pool, AUTO generates a code, NONE dispenses none.',
})
export const ClaimFlow = OneOf(CLAIM_FLOWS, {
  description: 'WALLET requires a claim before redemption; INSTANT is redeemed directly.',
})
export const Cycle = OneOf(CYCLES, { description: 'The refresh cycle that buckets the quotas.' })
