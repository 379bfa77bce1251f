import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Each surface is a door of its own, with its own credential. `public` needs none. */
export type Surface = 'public' | 'integration' | 'consumer' | 'admin'

export const ROLES = ['admin', 'support', 'merchant', 'partner'] as const
export type Role = (typeof ROLES)[number]

export type Answer = {
  description: string
  /** null: the body is empty. */
  body: TSchema | null
  /** Media type when it is not JSON. */
  type?: string
}

/** A route as data: validation, serialisation, OpenAPI and the clients' types are all read from it. */
export type Route = {
  /** The operationId, and the name by which clients call it. */
  id: string
  method: Method
  /** In OpenAPI's form: `/merchants/{id}`. */
  path: string
  surface: Surface
  tag: string
  summary: string
  description?: string
  params?: TObject
  query?: TObject
  /** Request headers beyond those of the surface. */
  headers?: TObject
  body?: TSchema
  /** Media types of the body; JSON when absent. A route with other types reads the raw stream or bytes. */
  bodyTypes?: readonly string[]
  bodyLimitBytes?: number
  /** How long it may take, the arrival of its body included, where that is longer than for other routes. */
  timeoutMs?: number
  answers: Record<number, Answer>
  /** Refusals of its own, beyond those that every route of its surface has. */
  errors?: readonly ErrorCode[]
  /** Back office only: who may call. */
  roles?: readonly Role[]
}

export function defineRoute<const R extends Route>(route: R): R {
  return route
}

type Part<R, K extends 'params' | 'query' | 'body'> =
  R extends Record<K, infer S extends TSchema> ? Static<S> : undefined

/** What a handler is given, and what a client must give. */
export type Input<R extends Route> = {
  params: Part<R, 'params'>
  query: Part<R, 'query'>
  body: Part<R, 'body'>
}

type BodyOf<A> = A extends { body: infer S extends TSchema } ? Static<S> : null

/** What a handler answers: one of the declared statuses with its own body. */
export type Output<R extends Route> = {
  [S in keyof R['answers'] & number]: {
    status: S
    body: BodyOf<R['answers'][S]>
    headers?: Record<string, string>
  }
}[keyof R['answers'] & number]

const EVERY_ROUTE: readonly ErrorCode[] = ['internal_error', 'unavailable']

const SURFACE_ERRORS: Record<Surface, readonly ErrorCode[]> = {
  public: [],
  integration: ['invalid_signature', 'signature_expired', 'partner_disabled'],
  consumer: ['missing_token', 'invalid_token', 'token_expired', 'partner_disabled', 'keys_unavailable'],
  admin: ['unauthorized', 'forbidden'],
}

/** Every refusal that a route can answer, its own first. */
export function errorsOf(route: Route): ErrorCode[] {
  const reads: ErrorCode[] =
    route.body || route.bodyTypes
      ? ['validation_failed', 'payload_too_large', 'unsupported_media_type']
      : route.query || route.headers
        ? ['validation_failed']
        : []
  return [...new Set([...(route.errors ?? []), ...reads, ...SURFACE_ERRORS[route.surface], ...EVERY_ROUTE])]
}
