import type { Input, Route } from '@counterfoil/contract/define-route.ts'
import { type BodySchema, checkField, type FieldSchema } from '../form/check-field.ts'

type Queried = Route & { query: NonNullable<Route['query']> }

/** The screen decides how many rows it shows, and whether it counts them. */
const NOT_IN_ADDRESS = ['limit', 'count'] as const

/** What a list keeps in its address: the query of its route, and further names such as an open drawer. */
export type ListSearch<R extends Queried, Own extends string = never> = {
  [K in Exclude<keyof Input<R>['query'], (typeof NOT_IN_ADDRESS)[number]>]?: Input<R>['query'][K] | undefined
} & { [K in Own]?: string | undefined }

/** Validates the search parameters of a screen by the query schema of a route. Values that it refuses are dropped. */
export function searchOf<const R extends Queried, const Own extends string = never>(
  route: R,
  own: readonly Own[] = [],
): (raw: Record<string, unknown>) => ListSearch<R, Own> {
  return (raw) => {
    const { properties = {} } = route.query as BodySchema
    const kept = Object.entries(raw).map(([name, value]) => {
      const isLeftOut = NOT_IN_ADDRESS.some((one) => one === name)
      const schema = isLeftOut
        ? undefined
        : (properties[name] ?? (own.includes(name as Own) ? TEXT : undefined))
      // Undefined, not left out: the router would keep the raw value.
      return [name, schema && readValue(schema, value)]
    })
    return Object.fromEntries(kept)
  }
}

const TEXT: FieldSchema = { type: 'string', minLength: 1, maxLength: 500 }

function readValue(schema: FieldSchema, raw: unknown): unknown {
  const types = [schema.type ?? []].flat()
  const value = typeof raw === 'string' ? parse(types, raw) : raw
  return checkField(schema, value) === null && value !== null ? value : undefined
}

function parse(types: string[], text: string): unknown {
  if (types.includes('boolean')) return text === 'true' ? true : text === 'false' ? false : undefined
  if (types.includes('integer') || types.includes('number')) return text === '' ? undefined : Number(text)
  return text
}

/** The part of a screen's search parameters that its route takes. */
export function queryOf<const R extends Queried>(
  route: R,
  search: Record<string, unknown>,
): Input<R>['query'] {
  const { properties = {} } = route.query as BodySchema
  return Object.fromEntries(
    Object.entries(search).filter(([name]) => name in properties),
  ) as Input<R>['query']
}

/** Addresses stay readable: `?q=toast&isActive=true`, not JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
