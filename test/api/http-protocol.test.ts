import { connect as connectSocket } from 'node:net'
import { expect, test } from 'vitest'
import { ADMIN_KEY, createHarness } from '../support/harness.ts'

const { server, admin, as, db } = await createHarness()
const address = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))

const JSON_TYPE = { 'content-type': 'application/json' }
const merchants = async () => (await db`select count(*) as count from merchants`)[0]?.count

/** Sends bytes over a bare socket and returns the whole response. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(Number(address.port), '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
  })
}

test('404 not_found: unknown path, unknown method, malformed id', async () => {
  for (const [method, path] of [
    ['GET', '/unknown-path'],
    ['PUT', '/healthz'],
    ['PATCH', '/admin/partners'],
    ['GET', '/admin/partners/not-a-uuid'],
  ] as const) {
    const response = await admin(method, path)
    expect([path, response.status, response.body]).toEqual([path, 404, { error: 'not_found' }])
  }
})

test.each([
  ['POST', 'malformed JSON', '{', JSON_TYPE],
  ['POST', 'a body over 64 KiB', 'x'.repeat(65_537), JSON_TYPE],
  ['POST', 'a body of no type', 'x', { 'content-type': '' }],
  ['QUERY', 'no body, which this method must have', '', {}],
])(
  '404 not_found: %s to an unknown path with %s; the body is not read',
  async (method, _name, body, headers) => {
    const response = await fetch(new URL('/unknown-path', address), {
      method,
      headers,
      ...(body && { body }),
    })
    expect([response.status, await response.json()]).toEqual([404, { error: 'not_found' }])
  },
)

test('404 not_found: no-store, like every refusal', async () => {
  for (const path of ['/me/unknown-path', '/merchants/%zz', '/admin/partners/not-a-uuid']) {
    expect([path, (await admin('GET', path)).headers['cache-control']]).toEqual([path, 'no-store'])
  }
})

test.each([
  ['malformed JSON', '{"name":'],
  ['a JSON array', '[]'],
  ['a JSON string', '"text"'],
  ['an empty body', ''],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['a poisoned prototype', '{"__proto__": {"admin": true}}'],
  ['NUL in a string', '{"name": "a\\u0000b", "slug": "a", "category": "F_AND_B"}'],
  ['a lone surrogate', '{"name": "\\ud800", "slug": "a", "category": "F_AND_B"}'],
  ['a number for a string', '{"name": 1, "slug": "a", "category": "F_AND_B"}'],
])('400 validation_failed: %s, nothing written', async (_name, payload) => {
  const before = await merchants()
  const response = await admin('POST', '/admin/merchants', payload, JSON_TYPE)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues[0]).toMatchObject({ path: expect.any(String), message: expect.any(String) })
  expect(await merchants()).toBe(before)
})

test.each([
  ['/unknown-path/%zz', 'bad percent-encoding in an unknown path'],
  ['/admin/partners/%E0%A4%A', 'bad percent-encoding in a parameter'],
  ['/admin/partners?limit=abc', 'text for a number'],
  ['/admin/partners?limit=0', 'a number out of range'],
  ['/admin/partners?limit=1e2', 'an integer with an exponent'],
  ['/admin/partners?limit=1&limit=2', 'a parameter twice'],
  ['/admin/partners?q=%00', 'NUL in a query'],
  ['/admin/partners?cursor=forged', 'a forged cursor'],
])('400 validation_failed: GET %s (%s)', async (path) => {
  const response = await admin('GET', path)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('400 validation_failed: not HTTP', async () => {
  const response = await raw('HELLO\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1.1 400 /)
  expect(response).toContain('x-request-id: ')
  expect(response).toContain('"error":"validation_failed"')
})

test('400 validation_failed: HTTP/1.1 without a Host header; HTTP/1.0 may omit it', async () => {
  const response = await raw('GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1.1 400 /)
  expect(response).toContain('x-request-id: ')
  expect(response).toContain('"error":"validation_failed"')
  expect(await raw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
})

test('200: an unknown Expect header is ignored', async () => {
  const response = await raw('GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1.1 200 /)
  expect(response).toContain('x-request-id: ')
})

test('401 unauthorized: no credential, a wrong one, a malformed one', async () => {
  for (const key of [undefined, 'wrong', 'two words']) {
    const response = await as(key)('GET', '/admin/partners')
    expect([response.status, response.body]).toEqual([401, { error: 'unauthorized' }])
    expect(response.headers['www-authenticate']).toBe('Bearer')
  }
})

test('413 payload_too_large: a body over 64 KiB, announced or not', async () => {
  const response = await admin(
    'POST',
    '/admin/merchants',
    JSON.stringify({ name: 'x'.repeat(65_536) }),
    JSON_TYPE,
  )
  expect([response.status, response.body]).toEqual([413, { error: 'payload_too_large' }])
  const chunked = await fetch(new URL('/admin/merchants', address), {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, ...JSON_TYPE },
    body: new Blob(['"', 'x'.repeat(70_000), '"']).stream(),
    duplex: 'half',
  } as RequestInit)
  expect([chunked.status, await chunked.json()]).toEqual([413, { error: 'payload_too_large' }])
})

test('414 uri_too_long: a path segment longer than any id', async () => {
  const response = await admin('GET', `/admin/partners/${'x'.repeat(4000)}`)
  expect([response.status, response.body]).toEqual([414, { error: 'uri_too_long' }])
})

test('415 unsupported_media_type: a body that is not JSON', async () => {
  for (const type of ['text/xml', 'application/x-www-form-urlencoded', 'text/plain']) {
    const response = await admin('POST', '/admin/merchants', 'name=x', { 'content-type': type })
    expect([type, response.status, response.body]).toEqual([type, 415, { error: 'unsupported_media_type' }])
  }
})

test('absolute URL as request target: only its path counts, and redirects stay on this host', async () => {
  const redirect = await raw(
    'GET http://evil.example/docs?x=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  )
  expect(redirect).toMatch(/^HTTP\/1.1 308 /)
  expect(redirect.toLowerCase()).toContain('\r\nlocation: /docs/?x=1\r\n')
  for (const [target, status] of [
    ['http://evil.example/app', 308],
    ['HTTPS://user@evil.example:8443/console?y', 308],
    ['http://evil.example/healthz', 200],
    ['http://evil.example', 200],
    ['http://evil.example?x', 200],
    ['//evil.example/app', 404],
  ] as const) {
    const response = await raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect([target, response.split(' ', 2)[1]]).toEqual([target, String(status)])
    expect(response).not.toContain('evil.example')
  }
})

test('400 validation_failed: two Host headers, equal or not, in upper or lower case', async () => {
  for (const second of ['host: x', 'HOST: evil.example']) {
    const response = await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\n${second}\r\nconnection: close\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1.1 400 /)
    expect(response).toContain('a single host header is needed')
  }
})

test('/admin/*: every response is no-store', async () => {
  for (const [path, status] of [
    ['/admin/partners', 200],
    ['/admin/redemptions.csv', 200],
    ['/admin/partners/not-a-uuid', 404],
    ['/admin/redemptions?limit=x', 400],
  ] as const) {
    const { status: answered, headers } = await admin('GET', path)
    expect([path, answered, headers['cache-control']]).toEqual([path, status, 'no-store'])
  }
  expect((await as('wrong')('GET', '/admin/partners')).headers['cache-control']).toBe('no-store')
})

test('431 headers_too_large: a header of 20 KiB', async () => {
  const response = await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1.1 431 /)
  expect(response).toContain('"error":"headers_too_large"')
})

test('503 unavailable with retry-after: the database is gone; the body does not say why', async () => {
  const broken = await createHarness()
  await broken.db.end({ timeout: 0 })
  const response = await broken.admin('GET', '/admin/partners')
  expect([response.status, response.body]).toEqual([503, { error: 'unavailable' }])
  expect(response.headers['retry-after']).toBe('1')
  expect((await broken.as(undefined)('GET', '/healthz')).status).toBe(200)
  expect((await broken.as(undefined)('GET', '/readyz')).status).toBe(503)
})
