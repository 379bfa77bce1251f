import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { CLIENT } from '../support/issuer.ts'
import { grayPng } from '../support/pictures.ts'

const publicUrl = 'https://vouchers.example.com'
// Nobody listens at this port.
const oidc = { ...CLIENT, issuer: 'http://127.0.0.1:9' }
const { admin, as, served, server } = await createHarness({ publicUrl, oidc })
const visitor = as(undefined)
const NAVIGATION = { accept: 'text/html' }

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
}
const BY_SURFACE = ['cross-origin-opener-policy', 'content-security-policy', 'cross-origin-resource-policy']

/** The table of the handbook, by address. */
const table = new Map(
  [...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| [\w ]+ \| `(\/[\w-]*\/?)` +\|(.*)\|$/gm)].map(
    ([, address, cells]) => [address, (cells as string).split('|').map((cell) => cell.trim())],
  ),
)

function expectHeaders(what: string, headers: Record<string, unknown>, cells = ['none', 'none', 'none']) {
  expect({ what, ...headers }).toMatchObject({ what, ...EVERYWHERE })
  const found = BY_SURFACE.map((name, column) => {
    const value = headers[name]
    if (value === undefined) return 'none'
    return cells[column] === 'a policy of the page' && String(value).startsWith("default-src 'none'; ")
      ? cells[column]
      : `\`${value}\``
  })
  expect([what, ...found]).toEqual([what, ...cells])
}

const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, '0197fdd5-0000-7000-8000-000000000000')

test('every route of the contract has the headers of the API, whether refused or served', async () => {
  expect(served.length).toBeGreaterThan(100)
  for (const { method, path } of served) {
    expectHeaders(`${method} ${path}`, (await visitor(method, addressOf(path))).headers)
    if (method === 'GET') expectHeaders(path, (await admin('GET', addressOf(path))).headers)
  }
})

test('every surface with pages or images has the headers that the table of the handbook names', async () => {
  const stored = await admin('POST', '/admin/images', Buffer.from(grayPng(4, 4)), {
    'content-type': 'image/png',
  })
  const served: [string, string][] = [
    ['/', '/'],
    ['/docs/', '/docs/'],
    ['/docs/', '/docs/errors'],
    ['/docs/', '/docs/no-such-page'],
    ['/docs/', '/llms.txt'],
    ['/console/', '/console/'],
    ['/console/', '/console/merchants'],
    ['/verify/', '/verify/000000-000000'],
    ['/counter/', '/counter/'],
    ['/app/', '/app/'],
    ['/app/', '/app/acme/wallet/history'],
    ['/app/', '/app/_preview/'],
    ['/uploads/', stored.body.path],
  ]
  expect(new Set(served.map(([surface]) => surface))).toEqual(new Set(table.keys()))
  for (const [surface, path] of served)
    expectHeaders(path, (await visitor('GET', path, undefined, NAVIGATION)).headers, table.get(surface))
})

test('files, redirects and errors have the headers of every response', async () => {
  const script = (await visitor('GET', '/console/', undefined, NAVIGATION)).body.match(/src="([^"]+)"/)?.[1]
  const body = 'x'.repeat(70_000)
  for (const [status, response] of [
    [200, await visitor('GET', script)],
    [200, await visitor('GET', '/openapi.json')],
    [200, await visitor('GET', '/')],
    [308, await visitor('GET', '/console')],
    [404, await visitor('GET', '/demo')],
    [404, await visitor('GET', '/no-such-route')],
    [404, await visitor('GET', '/uploads/none.png')],
    [400, await visitor('GET', '/%zz')],
    [400, await visitor('POST', '/session', '{', { 'content-type': 'application/json' })],
    [413, await visitor('POST', '/session', { email: body, password: body })],
    [503, await visitor('POST', '/session/single-sign-on')],
  ] as const) {
    expect([response.body?.error, response.status]).toEqual([response.body?.error, status])
    expectHeaders(String(status), response.headers)
  }
})

test('a response on the bare socket has the same headers; without https in PUBLIC_URL there is no strict-transport-security', async () => {
  const plain = await createHarness()
  const malformedAt = async (app: typeof server) => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.addresses()[0] as { port: number }
    return text(connect(port, '127.0.0.1').end('nonsense\r\n\r\n'))
  }
  const lines = Object.entries(EVERYWHERE).map(([name, value]) => `${name}: ${value}\r\n`)
  const [secure, local] = [await malformedAt(server), await malformedAt(plain.server)]
  expect(secure).toMatch(/^HTTP\/1\.1 400 /)
  for (const line of lines) expect([line, secure.includes(line)]).toEqual([line, true])
  expect(lines.map((line) => local.includes(line))).toEqual([true, true, false])
  expect((await plain.admin('GET', '/healthz')).headers['strict-transport-security']).toBeUndefined()
})
