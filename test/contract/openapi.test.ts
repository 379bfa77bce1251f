import { errorsOf, type Route } from '@counterfoil/contract/define-route.ts'
import { ERROR_DETAILS, ErrorBody } from '@counterfoil/contract/error-body.ts'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { openapiDocument, partnerRoutes } from '@counterfoil/contract/openapi/openapi.ts'
import { ROUTES } from '@counterfoil/contract/routes.ts'
import { exampleOf, type JsonSchema } from '@counterfoil/contract/shapes/example.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { fastify } from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'

type Media = { schema: object; example?: unknown; examples?: Record<string, { $ref: string }> }
type Content = { content?: Record<string, Media>; $ref?: string }
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, object>
    responses: Record<string, Content>
    examples: Record<string, { value: unknown }>
  }
}

/** These are returned before a route is matched. */
const WITHOUT_A_ROUTE: ErrorCode[] = ['request_timeout', 'uri_too_long', 'headers_too_large']

const document = openapiDocument(ROUTES) as Document
const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((path) =>
  Object.values(path),
)
const jsonResponses = ROUTES.flatMap((route) =>
  Object.entries(route.responses).flatMap(([status, { body, type }]) =>
    body && !type ? [{ name: `${route.id} ${status}`, body: body as JsonSchema }] : [],
  ),
)

function strictAjv() {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false })
  addFormats.default(ajv)
  return ajv.addVocabulary(['x-extensible-enum'])
}

test('the document is valid OpenAPI 3.1 and every reference resolves', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  expect(JSON.stringify(validator.resolveRefs())).not.toContain('"$ref"')
})

test('serverUrl becomes the URL of the server', () => {
  expect(openapiDocument(ROUTES, { serverUrl: 'https://api.example.com' })).toMatchObject({
    servers: [{ url: 'https://api.example.com' }],
  })
})

test('operation ids are unique, and so are method and path together', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toEqual([...new Set(ids)])
  const places = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(places).toEqual([...new Set(places)])
})

test('every code of the error table is declared by a route', () => {
  const answered = new Set(ROUTES.flatMap(errorsOf))
  const unanswered = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !answered.has(code))
  expect(unanswered.toSorted()).toEqual(WITHOUT_A_ROUTE.toSorted())
})

test.each(ROUTES)('$id: declares its path parameters and, in the back office, its roles', (route) => {
  const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(Object.keys(route.params?.properties ?? {})).toEqual(named)
  expect(route.path.startsWith('/admin/')).toBe(route.surface === 'admin')
  if (route.surface === 'admin') expect(route.roles).toContain('admin')
  else expect(route.roles).toBeUndefined()
})

test('support reads everything but users in bulk, voids and reviews redemptions, sends events again, and changes nothing else', () => {
  const mayCall = (route: Route) => route.roles?.includes('support')
  const ofBackOffice = ROUTES.filter(({ surface }) => surface === 'admin')
  expect(
    ofBackOffice.filter((route) => route.method === 'GET' && !mayCall(route)).map(({ id }) => id),
  ).toEqual(['exportUsers'])
  expect(
    ofBackOffice.filter((route) => route.method !== 'GET' && mayCall(route)).map(({ id }) => id),
    // The two checks change nothing: they are no GET because of a token in the body, and a call to the partner.
    // A bulk job does for each record what a single call may do. Notes and filters are what people write for themselves.
  ).toEqual([
    ...['checkToken', 'checkJwks', 'deliverNow', 'retryDelivery', 'voidRedemption', 'reviewRedemption'],
    ...['startBulk', 'countBulk', 'cancelBulk', 'addNote', 'removeNote', 'saveFilter', 'deleteSavedFilter'],
  ])
})

test('every JSON body and response has an example, and every example matches its schema', () => {
  const { components } = document
  const ajv = strictAjv().addVocabulary(Object.keys(document)).addSchema(document, 'openapi')
  const contents = (parts: Record<string, Content>, at: string) =>
    Object.entries(parts).flatMap(([name, { content = {} }]) =>
      Object.entries(content).map(([type, media]) => ({
        at: pointer(at, name, 'content', type, 'schema'),
        type,
        ...media,
      })),
    )
  const media = [
    ...contents(components.responses, '/components/responses'),
    ...Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
        const at = pointer(path in document.paths ? '/paths' : '/webhooks', path, method)
        return [
          ...contents(responses, `${at}/responses`),
          ...(requestBody ? contents({ requestBody }, at) : []),
        ]
      }),
    ),
  ]
  expect(media.length).toBeGreaterThan(ROUTES.length)
  for (const { at, type, example, examples } of media) {
    const validate = ajv.compile({ $ref: `openapi#${at}` })
    const values = examples
      ? Object.values(examples).map(({ $ref }) => components.examples[$ref.split('/').at(-1) ?? '']?.value)
      : [example]
    if (type === 'application/json') expect(values, at).not.toContain(undefined)
    for (const value of values.filter((one) => one !== undefined)) {
      expect([at, validate(value), validate.errors]).toEqual([at, true, null])
    }
  }
})

test('every schema compiles with the strict validator of the server', () => {
  const ajv = strictAjv()
  for (const { params, query, headers, body, responses } of ROUTES) {
    for (const schema of [
      params,
      query,
      headers,
      body,
      ...Object.values(responses).map((response) => response.body),
    ]) {
      if (schema) ajv.compile(schema)
    }
  }
  for (const schema of [ErrorBody, ...Object.values(ERROR_DETAILS)]) ajv.compile(schema)
})

test('responses survive serialization, complete and with all optional fields omitted and all nullable ones null', async () => {
  const app = fastify()
  const cases = jsonResponses.flatMap(({ name, body }) => [
    { name, body, value: exampleOf(body) },
    { name: `${name}, sparse`, body, value: sparse(body) },
  ])
  for (const [index, { body, value }] of cases.entries()) {
    app.get(`/${index}`, { schema: { response: { 200: body } } }, async (_request, reply) =>
      reply.send(value),
    )
  }
  for (const [index, { name, value }] of cases.entries()) {
    const response = await app.inject(`/${index}`)
    expect([name, response.json()]).toEqual([name, value])
  }
})

test('descriptions that complete "must be …" become sentences, in schemas and parameters', () => {
  const { schemas } = document.components as { schemas: Record<string, JsonSchema> }
  expect(schemas.RedemptionRequest?.properties?.pin?.description).toBe('Exactly 4 digits, 0 to 9.')
  expect(document.paths['/admin/categories/{slug}']?.put).toMatchObject({
    parameters: [{ name: 'slug', description: 'Upper-case letters, digits and underscores.' }],
  })
})

test('two different schemas with the same title are refused', () => {
  const named = (field: 'a' | 'b') => Type.Object({ [field]: Type.Boolean() }, { title: 'Twin' })
  const route = (id: string, body: ReturnType<typeof named>): Route => ({
    id,
    method: 'GET',
    path: `/${id}`,
    surface: 'public',
    tag: 'Operations',
    summary: id,
    responses: { 200: { description: id, body } },
  })
  expect(() => openapiDocument([route('one', named('a')), route('two', named('a'))])).not.toThrow()
  expect(() => openapiDocument([route('one', named('a')), route('two', named('b'))])).toThrow('Twin')
})

function pointer(start: string, ...names: string[]): string {
  const escaped = names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))
  return [start, ...escaped].join('/')
}

/** The smallest valid response: optional fields omitted, nullable ones null. */
function sparse(schema: JsonSchema): unknown {
  if ([schema.type].flat().includes('null') || schema.anyOf?.some(({ type }) => type === 'null')) return null
  const { properties, items, required } = schema as JsonSchema & { required?: string[] }
  if (properties) {
    const kept = Object.entries(properties).filter(([name]) => required?.includes(name))
    return Object.fromEntries(kept.map(([name, field]) => [name, sparse(field)]))
  }
  if (items) return [sparse(items)]
  return schema.anyOf?.[0] ? sparse(schema.anyOf[0]) : exampleOf(schema)
}

test('ids are uuids, patterns are read by every language, and every JSON body has a name', () => {
  const text = JSON.stringify(document)
  expect(text).not.toMatch(/0-9a-fA-F\]\{8\}/)
  const patterns = [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, pattern = '']) => pattern)
  expect(patterns.length).toBeGreaterThan(10)
  expect(patterns.filter((pattern) => /\(\?[=!<]|\\p\{|\\u/.test(pattern))).toEqual([])
  const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.entries(part?.content ?? {}).map(([type, { schema }]) => ({ operationId, type, schema })),
    ),
  )
  const unnamed = bodies.filter(({ type, schema }) => type === 'application/json' && !('$ref' in schema))
  expect(unnamed).toEqual([])
})

test('every operation has an id, a summary, a description of each response, a tag that is described, and its security', () => {
  const tags = new Set((document as unknown as { tags: { name: string }[] }).tags.map(({ name }) => name))
  const incomplete = operations.filter((operation) => {
    const {
      operationId,
      summary,
      security,
      tags: own,
      responses,
    } = operation as Operation & {
      summary?: string
      security?: unknown[]
      tags?: string[]
    }
    const isDescribed = Object.values(responses).every(
      (response) => '$ref' in response || 'description' in response,
    )
    return !operationId || !summary || !security || !own?.every((tag) => tags.has(tag)) || !isDescribed
  })
  expect(incomplete).toEqual([])
})

test('unions that grow are open: a client reads an event and an error that it does not know', () => {
  const ajv = strictAjv().addVocabulary(Object.keys(document)).addSchema(document, 'openapi')
  const event = {
    id: '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d',
    type: 'NEW',
    createdAt: '2026-11-15T08:30:00.000Z',
    data: {},
  }
  expect(ajv.validate({ $ref: 'openapi#/components/schemas/WebhookEvent' }, event)).toBe(true)
  const failure = { error: 'a_new_code', details: { anything: 1 } }
  expect(ajv.validate({ $ref: 'openapi#/components/schemas/Error' }, failure)).toBe(true)
  expect(document.components.schemas).toHaveProperty('TooFarDetails.properties.distanceMeters')
})

test('the partner document has what a partner calls, and nothing of sign-in or of other roles', () => {
  const { paths } = openapiDocument(partnerRoutes(ROUTES)) as Document
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/integrations/users', '/me/redemptions', '/admin/users']),
  )
  expect(
    Object.keys(paths).filter((path) => /^\/session|^\/admin\/(?:staff|audit)|^\/metrics/.test(path)),
  ).toEqual([])
})

test.each([
  ['the whole document', ROUTES],
  ['the partner document', partnerRoutes(ROUTES)],
])('%s has no component that nothing uses: linters warn about them', (_name, routes) => {
  const { components, ...rest } = openapiDocument(routes) as { components: Record<string, object> }
  const text = JSON.stringify({ components, ...rest })
  const unused = Object.entries(components).flatMap(([kind, all]) =>
    Object.keys(all).filter((name) =>
      kind === 'securitySchemes'
        ? !JSON.stringify(rest).includes(`"${name}":[]`)
        : !text.includes(`"#/components/${kind}/${name}"`),
    ),
  )
  expect(unused).toEqual([])
})

test('every route of the integration and consumer surfaces has a 429, and rate-limit headers in every response', () => {
  const isLimited = ({ surface }: Route) => surface === 'integration' || surface === 'consumer'
  for (const route of ROUTES) {
    const { responses = {} } = document.paths[route.path]?.[route.method.toLowerCase()] ?? {}
    const headers = Object.values(responses).map((response) => {
      const { headers } = (document.components.responses[response.$ref?.split('/').at(-1) ?? ''] ??
        response) as { headers?: object }
      return Object.keys(headers ?? {}).filter((name) => name.startsWith('ratelimit'))
    })
    const expected = isLimited(route) ? ['ratelimit', 'ratelimit-policy'] : []
    expect(new Set(headers.map(String)), route.id).toEqual(new Set([String(expected)]))
    if (isLimited(route)) expect(Object.keys(responses), route.id).toContain('429')
  }
})
