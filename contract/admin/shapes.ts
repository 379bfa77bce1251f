import type { TObject, TObjectOptions, TProperties, TSchema } from 'typebox'
import {
  CategorySlug,
  Count,
  LaterTimestamp,
  Like,
  Nullable,
  OneOf,
  Timestamp,
  Uuid,
} from '../shapes/fields.ts'
import { Type } from '../shapes/type.ts'

/** The body of a PATCH: at least one of the fields, and nothing else. */
export function Changes<P extends TProperties>(properties: P, options: TObjectOptions = {}) {
  return Type.Partial(Type.Object(properties), { additionalProperties: false, minProperties: 1, ...options })
}

/** The fields of every object that can be updated. */
export const versionedFields = {
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer({
    description:
      'Increases with every update. Send it in If-Match to avoid overwriting someone else’s update.',
    examples: [3],
  }),
}

/** The response of an export: a header line and a row for each record. */
export function CsvFile(...exampleLines: string[]) {
  return {
    description: 'The CSV file.',
    body: Type.String({ examples: [[...exampleLines, ''].join('\r\n')] }),
    type: 'text/csv',
  }
}

export const ById = Type.Object({ id: Uuid })

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2000, description: 'The nextCursor of the previous page.' }),
  ),
}

/** The order of a list. The first name is the default. */
export function SortQuery<const Names extends readonly [string, ...string[]]>(...names: Names) {
  return {
    sort: Type.Optional(
      OneOf(names, {
        description: `The order; ${names[0]} by default. A minus means descending. A cursor is valid only for its sort.`,
        examples: [names[0]],
      }),
    ),
  }
}

/** A filter of the lists behind the stats. */
export const MerchantCategory = Type.Optional(
  Like(CategorySlug, { description: 'The category that the merchant is in today, as in the stats.' }),
)

export const CountQuery = {
  count: Type.Optional(
    Type.Boolean({ description: 'Adds `count`: how many rows match the filters, on all pages together.' }),
  ),
}

/** The query of a list that can be sorted and counted. */
export function SortedQuery<const Names extends readonly [string, ...string[]]>(...names: Names) {
  return {
    ...PageQuery,
    ...SortQuery(...names),
    ...CountQuery,
  }
}

export const SearchQuery = {
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Search text. Case-insensitive.' }),
  ),
}

export const PeriodQuery = {
  from: Type.Optional(Like(Timestamp, { description: 'an ISO 8601 date-time (inclusive)' })),
  to: Type.Optional(Like(LaterTimestamp, { description: 'an ISO 8601 date-time (exclusive)' })),
}

export function Page<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item),
    nextCursor: Nullable(
      Type.String({ description: 'Null on the last page.', examples: ['MDE5OWE3ZjAtNmMxZQ'] }),
    ),
  })
}

export const RowCount = Type.Object(
  {
    value: Like(Count, { examples: [412] }),
    isExact: Type.Boolean({
      description: 'False if there are more: counting stops at 10,000. Then `value` is 10000.',
    }),
  },
  { title: 'RowCount', description: 'How many rows match the filters. Only with `count=true`.' },
)

/** A page of a list that can be counted. */
export function CountedPage<T extends TSchema>(item: T) {
  return Type.Object({ ...Page(item).properties, count: Type.Optional(RowCount) })
}

/** `If-Match: "3"` applies the update only if the object still has version 3. */
export const IfMatch: TObject = Type.Object({
  'if-match': Type.Optional(
    Type.String({ pattern: '^(?:\\*|"[0-9]{1,9}")$', description: 'a version in quotes, as in "3", or *' }),
  ),
})
