import type { Route } from '@counterfoil/contract/define-route.ts'
import type { TSchema } from 'typebox'

const MAX_NAMES = 20
const MAX_NAME_LENGTH = 64

/**
 * The body fields and query parameters that a route ignores, for `x-unknown-fields`; null if there are none. They are
 * ignored so that clients can be newer than the service, and listed so that a misspelled field is noticed.
 */
export function unknownFields(
  route: Route,
  { body, query }: { body: unknown; query: unknown },
): string | null {
  const names = [...unknownIn(route.body, body), ...unknownIn(route.query ?? NO_FIELDS, query)]
  if (names.length === 0) return null
  // The names are encoded, because a header does not allow every character.
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed()))
  return shown.join(', ')
}

const NO_FIELDS = { properties: {} } as TSchema

function unknownIn(schema: TSchema | undefined, value: unknown): string[] {
  const known = (schema as { properties?: object } | undefined)?.properties
  if (!known || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.keys(value).filter((name) => !Object.hasOwn(known, name))
}
