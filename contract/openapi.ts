import { CODES_WITH_ISSUES, ERROR_DETAILS, ErrorBody, Issue } from './error-body.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { exampleOf, type JsonSchema } from './example.ts'
import {
  HEADERS,
  type HeaderComponent,
  SchemaComponents,
  SECURITY_SCHEMES,
  toSentence,
} from './openapi-components.ts'
import { OVERVIEW, TAGS } from './openapi-overview.ts'
import { webhookOperations } from './openapi-webhooks.ts'
import { type Answer, errorsOf, type Route, type Surface } from './route.ts'

const JSON_TYPE = 'application/json'

const SECURITY: Record<Surface, readonly Record<string, readonly string[]>[]> = {
  public: [],
  integration: [{ partnerSlug: [], signature: [] }],
  consumer: [{ userToken: [] }],
  session: [{ sessionCookie: [] }],
  admin: [{ apiKey: [] }, { sessionCookie: [] }],
}

/** Renders the routes as an OpenAPI 3.1 document. */
export function openapiDocument(routes: readonly Route[], options: { serverUrl?: string } = {}): object {
  const components = new SchemaComponents()
  const shared = sharedRefusals(routes)
  components.reference(ErrorBody as JsonSchema)
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const operations = paths[route.path] ?? {}
    operations[route.method.toLowerCase()] = operation(route, components, shared)
    paths[route.path] = operations
  }
  const webhooks = webhookOperations(components)
  return {
    openapi: '3.1.0',
    info: { title: 'Counterfoil', version: '1.0.0', description: OVERVIEW },
    servers: [{ url: options.serverUrl ?? '/' }],
    tags: tagsOf(routes),
    paths,
    webhooks,
    components: {
      schemas: components.schemas,
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      responses: shared,
      examples: errorExamples(new Set(routes.flatMap(errorsOf))),
    },
  }
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
    ...(description && { description }),
    security: SECURITY[route.surface],
    ...(roles && { 'x-roles': roles }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successes(route, components), ...refusals(route, shared) },
  }
}

function proofNote({ needsRecentProof }: Route): string | undefined {
  if (!needsRecentProof) return undefined
  const values = needsRecentProof === true ? [] : Object.entries(needsRecentProof)
  const when = values.map(([name, value]) => `\`${name}\`: ${JSON.stringify(value)}`).join(' or ')
  return `With a session, ${when && `a body with ${when} `}needs a proof of the last 15 minutes (\`POST /session/proof\`).`
}

function parametersOf(route: Route, components: SchemaComponents): object[] {
  const conditional = 304 in route.answers
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
    content: Object.fromEntries(types.map((type) => [type, requestContent(type, route.body, components)])),
  }
}

function requestContent(type: string, body: JsonSchema | undefined, components: SchemaComponents): object {
  if (type === JSON_TYPE && body) return { schema: components.reference(body), example: exampleOf(body) }
  return { schema: { type: 'string', ...(type.startsWith('image/') && { format: 'binary' }) } }
}

function successes(route: Route, components: SchemaComponents): Record<string, object> {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: headerRefs(successHeaders(route, Number(status), answer)),
        ...(answer.body && { content: answerContent(answer.body, answer.type, components) }),
      },
    ]),
  )
}

function answerContent(body: JsonSchema, type = JSON_TYPE, components: SchemaComponents): object {
  const hasExample = type === JSON_TYPE || body.examples !== undefined
  return { [type]: { schema: components.reference(body), ...(hasExample && { example: exampleOf(body) }) } }
}

function successHeaders(route: Route, status: number, { body }: Answer): Record<string, HeaderComponent> {
  const { type, properties } = (body ?? {}) as JsonSchema
  const isConditional = 304 in route.answers && (status === 200 || status === 304)
  return {
    ...((isConditional || properties?.version) && { etag: 'ETag' }),
    ...(type === 'array' && route.query?.properties.cursor && { link: 'Link' }),
    ...(route.headers?.properties['idempotency-key'] && { 'idempotency-replayed': 'Replayed' }),
  }
}

function refusalsByStatus(route: Route): ErrorCode[][] {
  return Object.values(Object.groupBy(errorsOf(route), (code) => ERRORS[code].status)).map(
    (codes = []) => codes,
  )
}

/** Error responses that several routes share, written once among the components. */
function sharedRefusals(routes: readonly Route[]): Record<string, object> {
  const byCodes = Map.groupBy(routes.flatMap(refusalsByStatus), (codes) => codes.join('.'))
  const shared = [...byCodes].filter(([, occurrences]) => occurrences.length > 1)
  return Object.fromEntries(shared.map(([name, occurrences]) => [name, refusal(occurrences[0] ?? [])]))
}

function refusals(route: Route, shared: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    refusalsByStatus(route).map((codes) => {
      const name = codes.join('.')
      return [statusOf(codes), name in shared ? { $ref: `#/components/responses/${name}` } : refusal(codes)]
    }),
  )
}

function statusOf([code]: ErrorCode[]): number {
  return code ? ERRORS[code].status : 500
}

function refusal(codes: ErrorCode[]): object {
  const status = statusOf(codes)
  const narrowed = { type: 'object', properties: { error: { enum: codes } } }
  return {
    description: codes.map((code) => `* \`${code}\`: ${ERRORS[code].meaning}`).join('\n'),
    headers: headerRefs({
      ...(status === 401 && { 'www-authenticate': 'Authenticate' }),
      ...((status === 429 || status === 503) && { 'retry-after': 'RetryAfter' }),
    }),
    content: {
      [JSON_TYPE]: {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, narrowed] },
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
