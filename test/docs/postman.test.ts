import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'

type Field = { key: string; value: string; disabled?: boolean }
type PostmanRequest = {
  method: string
  header: Field[]
  url: { path: string[]; query?: Field[]; variable?: Field[] }
  body?: { raw: string }
}
type Item = { name: string; request: PostmanRequest }

const collection = JSON.parse(readFileSync('docs/postman-collection.json', 'utf8'))
const items: Item[] = collection.item.flatMap((folder: { item: Item[] }) => folder.item)
const script: string = collection.event[0].script.exec.join('\n')

const harness = await createHarness()
harness.clock.now = new Date()
await harness.server.listen({ port: 0, host: '127.0.0.1' })
const baseUrl = harness.server.listeningOrigin
const partner = await onboard(harness.admin, { requireV2: true })

/** The part of Postman's sandbox that the script uses: `pm.request`, `pm.variables` and `crypto-js`. */
function sandboxOf(request: PostmanRequest, variables: Record<string, string>) {
  const replaceIn = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name) => variables[name] ?? whole)
  const { path, query = [], variable = [] } = request.url
  const resolvedSegment = (segment: string) =>
    variable.find(({ key }) => `:${key}` === segment)?.value ?? segment
  const url = {
    getPath: () => `/${path.map(resolvedSegment).join('/')}`,
    getQueryString: () =>
      query
        .filter(({ disabled }) => !disabled)
        .map(({ key, value }) => `${key}=${value}`)
        .join('&'),
  }
  const headers = new Headers(
    request.header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, replaceIn(value)]),
  )
  const body = request.body && {
    raw: request.body.raw,
    update(changed: { raw: string }) {
      this.raw = changed.raw
    },
  }
  const upsert = ({ key, value }: Field) => headers.set(key, value)
  const cryptoJs = {
    HmacSHA256: (text: string, key: string) => createHmac('sha256', key).update(text).digest('hex'),
    SHA256: (text: string) => createHash('sha256').update(text).digest('hex'),
  }
  const pm = { request: { method: request.method, url, headers: { upsert }, body }, variables: { replaceIn } }
  return { pm, require: () => cryptoJs, headers, url, replaceIn }
}

/** Runs the script as Postman does, and sends the request. */
async function send(
  request: PostmanRequest,
  secret = partner.secret,
): Promise<{ status: number; body: unknown }> {
  const { pm, require, headers, url, replaceIn } = sandboxOf(request, { baseUrl, slug: partner.slug, secret })
  // Postman has a global CryptoJS, which no declaration may repeat.
  runInNewContext(`(function (pm, require, CryptoJS) {${script}\n})`)(pm, require)
  const query = url.getQueryString()
  const response = await fetch(replaceIn(baseUrl + url.getPath() + (query && `?${query}`)), {
    ...{ method: request.method, headers },
    ...(pm.request.body && { body: pm.request.body.raw }),
  })
  const text = await response.text()
  return { status: response.status, body: text && JSON.parse(text) }
}

/** A copy of the collection's request, which a test may change. */
function requestOf(method: string, path: string): PostmanRequest {
  const found = items.find(
    ({ request }) => request.method === method && `/${request.url.path.join('/')}` === path,
  )
  if (!found) throw new Error(`the collection has no ${method} ${path}`)
  return structuredClone(found.request)
}

test('the collection has the routes of /openapi-partner.json and no others', async () => {
  const document = await (await fetch(`${baseUrl}/openapi-partner.json`)).json()
  const { paths } = document as { paths: Record<string, object> }
  const wanted = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  const present = items.map(({ request }) => `${request.method} /${request.url.path.join('/')}`)
  expect(present.sort()).toEqual(wanted.sort())
})

test('200: the script signs a request without a query, one with a query, and one with a body', async () => {
  expect(await send(requestOf('GET', '/integrations/merchants'))).toMatchObject({ status: 200 })

  const events = requestOf('GET', '/integrations/events')
  for (const field of events.url.query ?? []) field.disabled = field.key !== 'limit'
  expect(await send(events)).toMatchObject({ status: 200, body: { items: [] } })

  const upsert = requestOf('POST', '/integrations/users')
  expect(await send(upsert)).toMatchObject({ status: 201, body: { created: true } })
  expect(await send(upsert)).toMatchObject({ status: 200, body: { created: false } })
})

test('a variable in the body is sent as it was signed; a path is signed as it is sent', async () => {
  const upsert = requestOf('POST', '/integrations/users')
  expect(await send({ ...upsert, body: { raw: '{"externalUserId": "Zoë of {{slug}}"}' } })).toMatchObject({
    status: 201,
  })
  const anonymize = requestOf('DELETE', '/integrations/users/:externalUserId')
  for (const field of anonymize.url.variable ?? []) field.value = 'Zoë of {{slug}}'
  expect(await send(anonymize)).toMatchObject({ status: 204 })
})

test('401 invalid_signature: with another secret; without one, the script says what to set', async () => {
  const events = requestOf('GET', '/integrations/events')
  const wrong = await send(events, `${partner.secret}x`)
  expect(wrong).toEqual({ status: 401, body: { error: 'invalid_signature' } })
  await expect(send(events, '')).rejects.toThrow('Set the variable "secret"')
})

test('consumer routes get the token of a user, the back office gets the API key', () => {
  const tokenOf = (method: string, path: string) => {
    const { auth } = requestOf(method, path) as unknown as { auth: { bearer: Field[] } }
    return auth.bearer[0]?.value
  }
  expect(tokenOf('GET', '/me')).toBe('{{userToken}}')
  expect(tokenOf('GET', '/admin/users')).toBe('{{apiKey}}')
})
