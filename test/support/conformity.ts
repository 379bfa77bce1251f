import { errorsOf, type Route } from '@counterfoil/contract/define-route.ts'
import { ERROR_DETAILS, ErrorBody } from '@counterfoil/contract/error-body.ts'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { expect } from 'vitest'
import { compile, issuesOf } from '../../src/platform/input/validation.ts'
import type { ApiResponse, Call } from './harness.ts'

/** Wraps a call: each response must match its route in the contract, to the last property. */
export function heldToContract(served: readonly Route[], call: Call): Call {
  return async (method, path, body, headers) => {
    const response = await call(method, path, body, headers)
    expect(contractViolations(routeOf(served, method, path), response), `${method} ${path}`).toEqual([])
    return response
  }
}

export function routeOf(served: readonly Route[], method: string, path: string): Route {
  const [pathname = ''] = path.split('?', 1)
  const found = served.find(
    (route) =>
      route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  if (!found) throw new Error(`no route ${method} ${path}`)
  return found
}

/** Where a response differs from what its route declares; empty if it matches. */
export function contractViolations(route: Route, { status, headers, body }: ApiResponse): unknown[] {
  if (!headers['x-request-id']) return ['no x-request-id']
  if (status >= 400) return refusalViolations(route, status, headers, body)
  const declared = route.responses[status]
  if (!declared) return [`${route.id} declares no ${status}`]
  if (declared.body === null) return body === '' ? [] : ['a body where the route declares none']
  return issuesOf(judge(declared.body), body)
}

function refusalViolations(
  route: Route,
  status: number,
  headers: ApiResponse['headers'],
  body: ApiResponse['body'],
): unknown[] {
  const code: ErrorCode = body?.error
  if (ERRORS[code]?.status !== status) return [`${status} ${code} is not in the table of errors`]
  if (!errorsOf(route).includes(code)) return [`${route.id} does not declare ${code}`]
  if (headers.link !== `</docs/errors#${code}>; rel="help"`) return [`${code} has no link to its help`]
  const details = (ERROR_DETAILS as Partial<Record<ErrorCode, object>>)[code]
  return [
    ...issuesOf(judge(ErrorBody), body),
    ...(details && !isWithheld(route, body) ? issuesOf(judge(details), body.details) : []),
    ...(code === 'validation_failed' && !body.issues?.length ? ['no issues'] : []),
  ]
}

/** A device at the counter learns no details that are facts about the user. */
function isWithheld({ surface }: Route, body: ApiResponse['body']): boolean {
  return surface === 'counter' && body.details === undefined
}

const judges = new WeakMap<object, ReturnType<typeof compile>>()

export function judge(schema: object): ReturnType<typeof compile> {
  const known = judges.get(schema) ?? compile(closed(schema) as object)
  judges.set(schema, known)
  return known
}

/** Clients must accept additional properties, but our responses have none. Times have the exact format that we write. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : closed(value)]),
  )
  if (copy.format === 'date-time') copy.pattern = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$'
  if (copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = false
  return copy
}
