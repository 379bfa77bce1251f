import { readFileSync } from 'node:fs'
import { exampleOf, type JsonSchema } from '@counterfoil/contract/shapes/example.ts'
import { type ApiDocument, type Operation, type Parameter, resolve } from '../site/build/api-document.ts'

type Call = { method: string; path: string; operation: Operation & { 'x-roles'?: string[] } }
type Field = { key: string; value: string; description?: string; disabled?: boolean }

const SIGNING = new URL('./postman-signing.cjs', import.meta.url)
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const DESCRIPTION =
  'Every route that a partner calls. Set the variables of the collection: a script signs the requests to ' +
  '/integrations/* with "secret", consumer routes use "userToken", and the back office uses "apiKey".'

/** The routes of the OpenAPI document that a partner calls, as a Postman collection that signs its requests. */
export function renderPostman(openapi: string): string {
  const document = JSON.parse(openapi) as ApiDocument
  const calls = callsOf(document).filter(isForPartners)
  const folders = document.tags
    .map(({ name }) => ({ name, item: calls.filter(({ operation }) => operation.tags[0] === name) }))
    .filter(({ item }) => item.length > 0)
  const collection = {
    info: { name: 'Counterfoil', description: DESCRIPTION, version: document.info.version, schema: SCHEMA },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'slug', value: 'demo-bank' },
      ...['secret', 'userToken', 'apiKey', 'partnerId'].map((key) => ({ key, value: '' })),
    ],
    event: [
      {
        listen: 'prerequest',
        script: { type: 'text/javascript', exec: readFileSync(SIGNING, 'utf8').trimEnd().split('\n') },
      },
    ],
    item: folders.map(({ name, item }) => ({ name, item: item.map((call) => requestItem(call, document)) })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

const callsOf = ({ paths }: ApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )

const accepts = ({ operation }: Call, scheme: string): boolean =>
  operation.security.some((schemes) => scheme in schemes)

const isForPartners = (call: Call): boolean =>
  accepts(call, 'partnerSlug') ||
  accepts(call, 'userToken') ||
  (call.operation['x-roles']?.includes('partner') ?? false)

function requestItem(call: Call, document: ApiDocument): object {
  const { method, path, operation } = call
  const { summary, description, parameters = [] } = operation
  const body = operation.requestBody?.content['application/json']?.example
  const fieldsIn = (place: string) =>
    parameters.filter((parameter) => parameter.in === place).map((parameter) => field(parameter, document))
  const query = fieldsIn('query')
  const isOwnPartner = path.startsWith('/admin/partners/{id}')
  const variable = fieldsIn('path').map((each) => (isOwnPartner ? { ...each, value: '{{partnerId}}' } : each))
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  return {
    name: summary,
    request: {
      ...{ method: method.toUpperCase(), description, auth: authOf(call) },
      header: [
        ...(accepts(call, 'partnerSlug') ? [{ key: 'x-partner-slug', value: '{{slug}}' }] : []),
        ...(body === undefined ? [] : [{ key: 'content-type', value: 'application/json' }]),
        ...fieldsIn('header'),
      ],
      url: {
        raw: `{{baseUrl}}/${segments}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        ...{ host: ['{{baseUrl}}'], path: segments.split('/') },
        ...(query.length > 0 && { query }),
        ...(variable.length > 0 && { variable }),
      },
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  }
}

function authOf(call: Call): object {
  if (accepts(call, 'partnerSlug')) return { type: 'noauth' }
  const value = accepts(call, 'userToken') ? '{{userToken}}' : '{{apiKey}}'
  return { type: 'bearer', bearer: [{ key: 'token', value, type: 'string' }] }
}

/** Optional parameters are listed, but not sent until the reader ticks them. */
function field({ name, required, description, schema }: Parameter, document: ApiDocument): Field {
  return {
    key: name,
    value: exampleText(resolve(document, schema) as JsonSchema),
    ...(description && { description }),
    ...(!required && { disabled: true }),
  }
}

function exampleText(schema: JsonSchema): string {
  const hasExample = schema.examples ?? schema.enum ?? schema.default ?? schema.const ?? schema.anyOf
  return schema.type === 'string' && hasExample === undefined ? '' : String(exampleOf(schema))
}
