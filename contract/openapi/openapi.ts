import { errorsOf, type Route, type RouteResponse, type Surface } from '../define-route.ts'
import { CODES_WITH_ISSUES, ERROR_DETAILS, ErrorBody, Issue } from '../error-body.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { exampleOf, type JsonSchema } from '../shapes/example.ts'
import {
  HEADERS,
  type HeaderComponent,
  SchemaComponents,
  SECURITY_SCHEMES,
  toSentence,
} from './components.ts'
import { OVERVIEW, TAGS } from './overview.ts'
import { pascalCase, UnknownEvent } from './portable.ts'
import { WEBHOOK_TAG, webhookOperations } from './webhooks.ts'

const JSON_TYPE = 'application/json'

const SECURITY: Record<Surface, readonly Record<string, readonly string[]>[]> = {
  public: [],
  integration: [{ partnerSlug: [], signature: [] }],
  consumer: [{ userToken: [] }],
  counter: [{ deviceCookie: [] }],
  session: [{ sessionCookie: [] }],
  admin: [{ apiKey: [] }, { sessionCookie: [] }],
}

/**
 * The routes that a partner calls: with its signature, with the tokens of its users, or with an API key of role
 * partner.
 */
export function partnerRoutes(routes: readonly Route[]): Route[] {
  return routes.filter(
    ({ surface, roles }) => surface === 'integration' || surface === 'consumer' || roles?.includes('partner'),
  )
}

/** Renders the routes as an OpenAPI 3.1 document. */
export function openapiDocument(routes: readonly Route[], options: { serverUrl?: string } = {}): object {
  const components = new SchemaComponents()
  const shared = sharedRefusals(routes)
  describeErrors(components)
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const operations = paths[route.path] ?? {}
    operations[route.method.toLowerCase()] = operation(route, components, shared)
    paths[route.path] = operations
  }
  const webhooks = webhookOperations(components)
  components.schemas.WebhookEvent?.anyOf?.push(components.reference(UnknownEvent))
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Counterfoil', version: '1.0.0', description: OVERVIEW },
      contact: { name: 'The operator of this service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: options.serverUrl ?? '/' }],
    tags: [...tagsOf(routes), WEBHOOK_TAG],
    paths,
    webhooks,
    components: {
      schemas: components.schemas,
      securitySchemes: schemesOf(routes),
      headers: HEADERS,
      responses: shared,
      examples: errorExamples(new Set(routes.flatMap(errorsOf))),
    },
  }
}

/** The body of every error: an open list of codes, and the details of those that have some. */
function describeErrors(components: SchemaComponents): void {
  components.reference(ErrorBody as JsonSchema)
  const details = Object.entries(ERROR_DETAILS).map(([code, schema]) =>
    components.reference({ ...(schema as JsonSchema), title: `${pascalCase(code)}Details` }),
  )
  const fields = components.schemas.Error?.properties
  if (!fields?.error || !fields.details) throw new Error('The error body has no code or no details')
  Object.assign(fields.error, { 'x-extensible-enum': Object.keys(ERRORS) })
  const { description = '', ...anything } = fields.details
  fields.details = { description, anyOf: [...details, anything] }
}

function schemesOf(routes: readonly Route[]): object {
  const used = new Set(routes.flatMap(({ surface }) => SECURITY[surface].flatMap(Object.keys)))
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => used.has(name)))
}

function tagsOf(routes: readonly Route[]): { name: string; description: string }[] {
  return [...new Set(routes.map(({ tag }) => tag))].map((name) => {
    const description = TAGS[name]
    if (description === undefined) throw new Error(`The tag ${name} has no description`)
    return { name, description }
  })
}

function operation(route: Route, components: SchemaComponents, shared: Record<string, object>): object {
  const { id, tag, summary, roles } = route
  const parameters = parametersOf(route, components)
  const requestBody = requestBodyOf(route, components)
  const description = [route.description, roles && `Roles: ${roles.join(', ')}.`, proofNote(route)]
    .filter(Boolean)
    .join('\n\n')
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description || toSentence(summary),
    security: SECURITY[route.surface],
    ...(roles && { 'x-roles': roles }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successes(route, components), ...refusals(route, shared) },
  }
}

function proofNote({ needsRecentProof }: Route): string | undefined {
  if (!needsRecentProof) return undefined
  const need = 'needs a proof that is at most 15 minutes old (`POST /session/proof`).'
  if (needsRecentProof === true) return `With a session, this call ${need}`
  const { fields = [], values = {}, columns = [], exceptDryRun } = needsRecentProof
  const parts = [
    ...fields.map((name) => `\`${name}\``),
    ...Object.entries(values).map(([name, value]) => `\`${name}\`: ${JSON.stringify(value)}`),
    ...columns.map((name) => `a column \`${name}\``),
  ]
  const what = columns.length > 0 ? 'a file' : 'a body'
  const exception = exceptDryRun ? ' A dry run needs none.' : ''
  return `With a session, ${what} with ${parts.join(' or ')} ${need}${exception}`
}

function parametersOf(route: Route, components: SchemaComponents): object[] {
  const conditional = 304 in route.responses
  return [
    ...parameters('path', route.params, components),
    ...parameters('query', route.query, components),
    ...parameters('header', route.headers, components),
    ...(conditional
      ? [
          {
            name: 'if-none-match',
            in: 'header',
            description: 'An ETag. The response is 304 if the resource still has this ETag.',
            schema: { type: 'string' },
          },
        ]
      : []),
  ]
}

function parameters(where: string, group: Route['params'], components: SchemaComponents): object[] {
  if (!group) return []
  const required: readonly string[] = group.required ?? []
  return Object.entries(group.properties as Record<string, JsonSchema>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: where,
      ...(required.includes(name) && { required: true }),
      ...(description && { description: toSentence(description) }),
      schema: components.reference(schema),
    }),
  )
}

function requestBodyOf(route: Route, components: SchemaComponents): object | null {
  if (!route.body && !route.bodyTypes) return null
  const types = route.bodyTypes ?? [JSON_TYPE]
  return {
    required: true,
    content: Object.fromEntries(
      types.map((type) => [
        type,
        requestContent(type, route.body, components, `${pascalCase(route.id)}Request`),
      ]),
    ),
  }
}

function requestContent(
  type: string,
  body: JsonSchema | undefined,
  components: SchemaComponents,
  name: string,
): object {
  if (type === JSON_TYPE && body) return { schema: components.named(body, name), example: exampleOf(body) }
  return { schema: { type: 'string', ...(type.startsWith('image/') && { format: 'binary' }) } }
}

function successes(route: Route, components: SchemaComponents): Record<string, object> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => [
      status,
      {
        description: response.description,
        headers: headerRefs(successHeaders(route, Number(status), response)),
        ...(response.body && { content: responseContent(response, components, responseName(route, status)) }),
      },
    ]),
  )
}

/** A route that answers 200 or 201 has two bodies. */
function responseName({ id, responses }: Route, status: string): string {
  return `${pascalCase(id)}${status === '201' && 200 in responses ? 'Created' : 'Response'}`
}

function responseContent(response: RouteResponse, components: SchemaComponents, name: string): object {
  const { type = JSON_TYPE } = response
  const body = response.body as JsonSchema
  const hasExample = type === JSON_TYPE || body.examples !== undefined
  return { [type]: { schema: components.named(body, name), ...(hasExample && { example: exampleOf(body) }) } }
}

function successHeaders(
  route: Route,
  status: number,
  { body }: RouteResponse,
): Record<string, HeaderComponent> {
  const { type, properties } = (body ?? {}) as JsonSchema
  const isConditional = 304 in route.responses && (status === 200 || status === 304)
  return {
    ...limitHeaders(route),
    ...((isConditional || route.hasEtag || properties?.version) && { etag: 'ETag' }),
    ...(type === 'array' && route.query?.properties.cursor && { link: 'Link' }),
    ...(isReplayed(route) && { 'idempotency-replayed': 'Replayed' }),
  }
}

/** A required key names an intent, whose next response is another one. */
function isReplayed({ headers }: Route): boolean {
  const key = 'idempotency-key'
  return headers?.properties[key] !== undefined && !headers.required?.includes(key)
}

/** A partner may have a limit of requests on these surfaces. */
function isLimited({ surface }: Route): boolean {
  return surface === 'integration' || surface === 'consumer'
}

function limitHeaders(route: Route): Record<string, HeaderComponent> {
  return isLimited(route) ? { ratelimit: 'RateLimit', 'ratelimit-policy': 'RateLimitPolicy' } : {}
}

/** The error responses of a route by status. Equal responses have equal names. */
function refusalsByStatus(route: Route): { name: string; codes: ErrorCode[]; response: object }[] {
  const byStatus = Object.groupBy(errorsOf(route), (code) => ERRORS[code].status)
  return Object.values(byStatus).map((codes = []) => {
    const name = [...codes, ...(isLimited(route) ? ['limited'] : [])].join('.')
    return { name, codes, response: refusal(codes, limitHeaders(route)) }
  })
}

/** Error responses that several routes share, written once among the components. */
function sharedRefusals(routes: readonly Route[]): Record<string, object> {
  const byName = Map.groupBy(routes.flatMap(refusalsByStatus), ({ name }) => name)
  const shared = [...byName].filter(([, occurrences]) => occurrences.length > 1)
  return Object.fromEntries(shared.map(([name, [first]]) => [name, first?.response ?? {}]))
}

function refusals(route: Route, shared: Record<string, object>): Record<string, object> {
  const byStatus = Object.fromEntries(
    refusalsByStatus(route).map(({ name, codes, response }) => [
      statusOf(codes),
      name in shared ? { $ref: `#/components/responses/${name}` } : response,
    ]),
  )
  // Health checks refuse only malformed HTTP requests.
  const hasClientError = Object.keys(byStatus).some((status) => status.startsWith('4'))
  return hasClientError ? byStatus : { '4XX': refusal(['validation_failed']), ...byStatus }
}

function statusOf([code]: ErrorCode[]): number {
  return code ? ERRORS[code].status : 500
}

function refusal(codes: ErrorCode[], headers: Record<string, HeaderComponent> = {}): object {
  const status = statusOf(codes)
  return {
    description: codes.map((code) => `* \`${code}\`: ${ERRORS[code].meaning}`).join('\n'),
    'x-error-codes': codes,
    headers: headerRefs({
      ...headers,
      link: 'Help',
      ...(status === 401 && { 'www-authenticate': 'Authenticate' }),
      ...((status === 429 || status === 503) && { 'retry-after': 'RetryAfter' }),
    }),
    content: {
      [JSON_TYPE]: {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

function errorExamples(codes: ReadonlySet<ErrorCode>): Record<string, object> {
  return Object.fromEntries(
    [...codes].map((code) => {
      const details: JsonSchema | undefined = (ERROR_DETAILS as Record<string, JsonSchema>)[code]
      const value = {
        error: code,
        ...(details && { details: exampleOf(details) }),
        ...(CODES_WITH_ISSUES.includes(code) && { issues: [exampleOf(Issue as JsonSchema)] }),
      }
      return [code, { summary: ERRORS[code].meaning, value }]
    }),
  )
}

function headerRefs(headers: Record<string, HeaderComponent>): Record<string, object> {
  const all: Record<string, HeaderComponent> = { 'x-request-id': 'RequestId', ...headers }
  return Object.fromEntries(
    Object.entries(all).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  )
}
