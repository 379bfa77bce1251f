import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Each surface authenticates callers in its own way. `public` needs no credential. */
export type Surface = 'public' | 'integration' | 'consumer' | 'counter' | 'session' | 'admin'

export const ROLES = ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'] as const
export type Role = (typeof ROLES)[number]

export type RouteResponse = {
  description: string
  /** Null if the body is empty. */
  body: TSchema | null
  /** Media type if it is not JSON. */
  type?: string
}

/** A route as data. Validation, serialization, OpenAPI and the clients' types are derived from it. */
export type Route = {
  /** The operationId in OpenAPI, and the name clients use. */
  id: string
  method: Method
  /** In OpenAPI notation: `/merchants/{id}`. */
  path: string
  surface: Surface
  tag: string
  summary: string
  description?: string
  params?: TObject
  query?: TObject
  /** Request headers in addition to those of the surface. */
  headers?: TObject
  body?: TSchema
  /** Media types of the body; JSON by default. Routes with other types read the raw stream or bytes. */
  bodyTypes?: readonly string[]
  bodyLimitBytes?: number
  /** For slow routes: the maximum duration, including the time to receive the body. */
  timeoutMs?: number
  responses: Record<number, RouteResponse>
  /** A success has an `etag`, though the route answers no 304: clients compare it themselves. */
  hasEtag?: true
  /** Error codes in addition to those of every route of the surface. */
  errors?: readonly ErrorCode[]
  /** Has a body but changes nothing. So the route works in maintenance, and while the database cannot commit. */
  readsOnly?: true
  /** The route writes, but works in maintenance: it controls maintenance, or looks for a replay itself. */
  worksInMaintenance?: true
  /** Back office only: the roles that may call it. */
  roles?: readonly Role[]
  /** With a session, the last proof (password or passkey) must not be older than 15 minutes. API keys need no proof. */
  needsRecentProof?: ProofRule
}

/** Which requests of a route need a recent proof: all, or those that match one of these conditions. */
export type ProofRule =
  | true
  | {
      /** A JSON body has one of these fields. The value does not matter, even if it is the stored value. */
      fields?: readonly string[]
      /** A JSON body has one of these values. */
      values?: Readonly<Record<string, unknown>>
      /** The header row of a CSV file has one of these columns. */
      columns?: readonly string[]
      /** A request with `dryRun=true` changes nothing and needs no proof. */
      exceptDryRun?: true
    }

/** Returns `defineRoute` for the routes of one surface that stand together in the API reference. */
export function routesOf<const S extends Surface>(surface: S, tag: string) {
  return <const R extends Omit<Route, 'surface' | 'tag'>>(route: R) => ({ ...route, surface, tag })
}

type Part<R, K extends 'params' | 'query' | 'body'> =
  R extends Record<K, infer S extends TSchema> ? Static<S> : undefined

/** The input of a handler, which is what a client must send. */
export type Input<R extends Route> = {
  params: Part<R, 'params'>
  query: Part<R, 'query'>
  body: Part<R, 'body'>
}

type BodyOf<A> = A extends { body: infer S extends TSchema } ? Static<S> : null

/** The result of a handler: one of the declared statuses with the body declared for it. */
export type Output<R extends Route> = {
  [S in keyof R['responses'] & number]: {
    status: S
    body: BodyOf<R['responses'][S]>
    headers?: Record<string, string | string[]>
  }
}[keyof R['responses'] & number]

const COMMON_ERRORS: readonly ErrorCode[] = ['internal_error', 'unavailable']

const SURFACE_ERRORS: Record<Surface, readonly ErrorCode[]> = {
  public: [],
  integration: ['invalid_signature', 'signature_expired', 'partner_disabled', 'rate_limited'],
  consumer: [
    'missing_token',
    'invalid_token',
    'token_expired',
    'partner_disabled',
    'rate_limited',
    'keys_unavailable',
  ],
  counter: ['unauthorized', 'cross_site_request'],
  session: ['unauthorized', 'cross_site_request'],
  admin: ['unauthorized', 'forbidden', 'cross_site_request', 'second_factor_required'],
}

/** Public and session routes still work, so that staff can sign in. */
const SURFACES_THAT_STOP: readonly Surface[] = ['integration', 'consumer', 'counter', 'admin']

function stopsInMaintenance({ method, surface, readsOnly, worksInMaintenance }: Route): boolean {
  return SURFACES_THAT_STOP.includes(surface) && method !== 'GET' && !readsOnly && !worksInMaintenance
}

/** Every error code that a route can return, its own codes first. */
export function errorsOf(route: Route): ErrorCode[] {
  const inputErrors: ErrorCode[] =
    route.body || route.bodyTypes
      ? ['validation_failed', 'payload_too_large', 'unsupported_media_type']
      : route.query || route.headers
        ? ['validation_failed']
        : []
  return [
    ...new Set([
      ...(route.errors ?? []),
      ...(stopsInMaintenance(route) ? (['maintenance'] as const) : []),
      ...inputErrors,
      ...(route.needsRecentProof ? (['reauthentication_required'] as const) : []),
      ...SURFACE_ERRORS[route.surface],
      ...COMMON_ERRORS,
    ]),
  ]
}
