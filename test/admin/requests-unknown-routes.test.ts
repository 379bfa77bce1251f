import { ROUTES } from '@counterfoil/contract/routes.ts'
import { expect, test } from 'vitest'
import { explainUnknownRoute } from '../../src/domain/request-log/explain-unknown-route.ts'
import { reasonsInEnglish } from '../../src/domain/request-log/reason.ts'
import { createHarness } from '../support/harness.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, deps } = harness
const bank = await onboardIssuer(harness)
const call = (await signedCalls(harness))(bank.partner)
const mei = harness.as(bank.mint({ sub: 'mei' }))

async function recorded(partnerId: string): Promise<unknown[]> {
  await deps.requestLog.flush()
  const { body } = await admin('GET', `/admin/requests?partnerId=${partnerId}&code=not_found`)
  return body.items.map(({ surface, method, route, status, externalUserId, reason }: never) => [
    ...[surface, method, route, status, externalUserId, reason],
  ])
}

test('404 not_found: unknown paths and methods of a backend and a user are recorded with the nearest route', async () => {
  expect((await call('POST', '/integrations/user', { externalUserId: 'mei' })).status).toBe(404)
  expect((await call('GET', '/integrations/users/mei%40example.com?full=1')).status).toBe(404)
  clock.advance(1)
  expect((await mei('GET', '/me/purse')).status).toBe(404)
  expect((await mei('PUT', '/me/claims', {})).status).toBe(404)
  expect((await mei('POST', '/me', {})).status).toBe(404)
  expect((await recorded(bank.id)).toSorted()).toEqual(
    [
      [
        ...['integration', 'POST', '/integrations/*', 404, null],
        'route: no such path; the nearest is POST /integrations/users',
      ],
      [
        ...['integration', 'GET', '/integrations/*', 404, null],
        'route: /integrations/users/{externalUserId} takes DELETE, not GET',
      ],
      ['consumer', 'GET', '/me/*', 404, null, 'route: no such path'],
      ['consumer', 'PUT', '/me/*', 404, null, 'route: /me/claims takes GET and POST, not PUT'],
      ['consumer', 'POST', '/me/*', 404, null, 'route: /me takes GET, not POST'],
    ].toSorted(),
  )
})

test('a test partner’s unknown paths are recorded too; a call that names no partner is not', async () => {
  const twin = await openTwin(harness)
  await twin.call('POST', '/integrations/test/token', {})
  await harness.as('not-a-token')('GET', '/me/nothing')
  await harness.server.inject({ url: '/integrations/nothing' })
  expect(await recorded(twin.partner.id)).toEqual([
    [
      ...['integration', 'POST', '/integrations/*', 404, null],
      'route: no such path; the nearest is POST /integrations/test/tokens',
    ],
  ])
  const all = (await admin('GET', '/admin/requests?code=not_found')).body.items
  expect(all.filter(({ partnerId }: { partnerId: unknown }) => partnerId === null)).toEqual([])
})

test('paths of no surface are recorded for the slug or the issuer that the call names', async () => {
  const telco = await onboardIssuer(harness)
  const backend = (await signedCalls(harness))(telco.partner)
  const ana = harness.as(telco.mint({ sub: 'ana' }))
  for (const send of [
    () => backend('POST', '/v1/integrations/users', { externalUserId: 'ana' }),
    () => backend('POST', '/user', {}),
    () => ana('GET', '/merchant'),
    () => ana('POST', '/api/v2/me/claims', {}),
  ])
    expect((await send()).status).toBe(404)
  await harness.as('not-a-token')('GET', '/v1/merchants')
  expect((await recorded(telco.id)).toSorted()).toEqual(
    [
      [
        ...['integration', 'POST', '/*', 404, null],
        'route: no such path: ours have no prefix and no version; the nearest is POST /integrations/users',
      ],
      ['integration', 'POST', '/*', 404, null, 'route: no such path'],
      ['consumer', 'GET', '/*', 404, null, 'route: no such path; the nearest is GET /merchants'],
      [
        ...['consumer', 'POST', '/*', 404, null],
        'route: no such path: ours have no prefix and no version; the nearest is POST /me/claims',
      ],
    ].toSorted(),
  )
})

test('a preflight to a server-to-server route is recorded for the live partner whose page sends it', async () => {
  const origin = 'https://app.unwary.example'
  const unwary = await onboardIssuer(harness, { frameAncestors: [origin] })
  const twin = (await admin('POST', `/admin/partners/${unwary.id}/sandbox`)).body
  const preflight = (url: string, from: string) =>
    harness.server.inject({
      ...{ method: 'OPTIONS', url },
      headers: { origin: from, 'access-control-request-method': 'POST' },
    })
  expect((await preflight('/integrations/users', origin)).statusCode).toBe(404)
  await preflight('/integrations/users', 'https://another.example')
  await preflight('/nothing', origin)
  expect(await recorded(unwary.id)).toEqual([
    [
      ...['integration', 'OPTIONS', '/integrations/*', 404, null],
      expect.stringContaining('a page in a browser cannot call /integrations'),
    ],
  ])
  expect(await recorded(twin.id)).toEqual([])
})

test('at most 60 unknown routes a minute are recorded: anyone can send them', async () => {
  const flooded = await onboardIssuer(harness)
  const flood = (await signedCalls(harness))(flooded.partner)
  for (let i = 0; i < 65; i += 1) await flood('GET', '/integrations/nothing')
  expect(await recorded(flooded.id)).toHaveLength(50)
  const next = (await admin('GET', `/admin/requests?partnerId=${flooded.id}&limit=200`)).body
  expect(next.items).toHaveLength(60)
})

test.each([
  ['/integrations/users/', 'route: no such path; the nearest is POST /integrations/users'],
  ['/integrations/Events', 'route: no such path; the nearest is GET /integrations/events'],
  ['/integrations/x'.padEnd(5000, 'x'), 'route: no such path'],
])('%.30s: %s', (path, reason) => {
  expect(reasonsInEnglish(explainUnknownRoute(ROUTES, 'integration', 'POST', path))).toBe(reason)
})
