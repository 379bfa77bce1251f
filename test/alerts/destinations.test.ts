import { beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { onboard } from '../support/signing.ts'
import { openAlertScene } from './alert-scene.ts'

const harness = await createHarness({ allowPrivateTargets: true })
const { db, logs } = harness
const { admin, callAs, create, receive, get, clear } = openAlertScene(harness)
const merchant = await openMarket(harness.admin).merchant({ name: 'Kopi Corner' })
const other = await openMarket(harness.admin).merchant({ name: 'Tea House' })
const partner = await onboard(harness.admin, { name: 'Acme Pay' })
const asMerchant = await callAs({ role: 'merchant', merchantIds: [merchant.id] })
const asPartner = await callAs({ role: 'partner', partnerId: partner.id })
const path = '/admin/alert-destinations'
const SECRET_URL = 'https://hooks.slack.com/services/T000/B000/s3cret'

beforeEach(clear)

const issuesOf = async (body: object, call = admin) =>
  (await call('POST', path, { name: 'X', ...body })).body.issues.map(
    ({ path: field, message }: { path: string; message: string }) => `${field} ${message}`,
  )

test('201: with the defaults; the URL is a secret that no response, log or audit entry contains', async () => {
  const created = await create({ kind: 'SLACK', url: SECRET_URL })
  expect(created).toMatchObject({
    ...{ kind: 'SLACK', owner: 'OPERATOR', host: 'hooks.slack.com', secret: null, addresses: null },
    ...{ alertKinds: null, merchantId: null, partnerId: null, timing: 'AT_ONCE', timezone: 'UTC' },
    ...{ language: 'en', quietHours: null, state: 'OK', lastError: null, waiting: 0, givenUp: 0, version: 1 },
  })
  const [stored] = await db`select * from alert_destinations`
  const audit = await db`select * from audit_log where target = ${`alert_destination:${created.id}`}`
  const list = (await admin('GET', path)).body
  expect(list.items).toEqual([await get(created.id)])
  expect(JSON.stringify([created, stored, audit, list]) + logs.join('')).not.toContain('s3cret')
})

test('201: a SIGNED destination has a secret, shown once and replaced on demand', async () => {
  const created = await create({ kind: 'SIGNED', url: 'https://ops.example.com/hook' })
  expect(created.secret).toMatch(/^whsec_/)
  expect(await get(created.id)).not.toHaveProperty('secret')
  const { status, body } = await admin('POST', `${path}/${created.id}/secret`)
  expect([status, body.secret === created.secret]).toEqual([200, false])
})

test('404 not_found: the secret of a destination that has none', async () => {
  const { id } = await create({ kind: 'SLACK', url: SECRET_URL })
  expect((await admin('POST', `${path}/${id}/secret`)).status).toBe(404)
})

test('400 validation_failed: where, when and whose', async () => {
  expect(await issuesOf({ kind: 'EMAIL' })).toEqual(['/addresses is needed for EMAIL'])
  expect(await issuesOf({ kind: 'SLACK' })).toEqual(['/url is needed for SLACK'])
  expect(await issuesOf({ kind: 'EMAIL', addresses: ['a@b.example'], url: SECRET_URL })).toEqual([
    '/url is not for EMAIL',
  ])
  expect(await issuesOf({ kind: 'TEAMS', addresses: ['a@b.example'], url: SECRET_URL })).toEqual([
    '/addresses is only for EMAIL',
  ])
  expect(await issuesOf({ kind: 'TEAMS', url: 'ftp://example.com' })).toEqual(['/url must be an https URL'])
  const slack = { kind: 'SLACK', url: SECRET_URL }
  expect(await issuesOf({ ...slack, timezone: 'Mars/Olympus' })).toHaveLength(1)
  expect(await issuesOf({ ...slack, quietHours: { from: '22:00', until: '22:00' } })).toEqual([
    '/quietHours/until must differ from the begin',
  ])
  expect(await issuesOf({ ...slack, merchantId: merchant.id, partnerId: partner.id })).toEqual([
    '/partnerId cannot be set together with merchantId',
  ])
  expect(await issuesOf({ ...slack, merchantId: partner.id })).toEqual(['/merchantId does not exist'])
  expect(await issuesOf({ ...slack, merchantId: other.id }, asMerchant)).toEqual([
    '/merchantId does not exist',
  ])
})

describe('what merchants and partners create is theirs', () => {
  test('others than their own and the operator’s do not exist for them', async () => {
    const operators = await create({ kind: 'SLACK', url: SECRET_URL, merchantId: merchant.id })
    const merchants = await create({ kind: 'SLACK', url: SECRET_URL }, asMerchant)
    const partners = await create({ kind: 'SLACK', url: SECRET_URL }, asPartner)
    expect(merchants).toMatchObject({ owner: 'MERCHANT', merchantId: merchant.id, partnerId: null })
    expect(partners).toMatchObject({ owner: 'PARTNER', merchantId: null, partnerId: partner.id })
    const seenBy = async (call = admin) =>
      (await call('GET', path)).body.items.map(({ id }: { id: string }) => id)
    expect(await seenBy()).toEqual([partners.id, merchants.id, operators.id])
    expect(await seenBy(asMerchant)).toEqual([merchants.id])
    expect(await seenBy(asPartner)).toEqual([partners.id])
    for (const [method, action] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'Mine' } : undefined
      expect((await asMerchant(method, `${path}/${operators.id}${action}`, body)).status).toBe(404)
      expect((await asPartner(method, `${path}/${merchants.id}${action}`, body)).status).toBe(404)
    }
    const history = `/admin/history?target=alert_destination:${operators.id}`
    expect((await asMerchant('GET', history)).status).toBe(404)
  })

  test('400 validation_failed: with several merchants, one must be named', async () => {
    const asBoth = await callAs({ role: 'merchant', merchantIds: [merchant.id, other.id] })
    const slack = { kind: 'SLACK', url: SECRET_URL }
    expect(await issuesOf(slack, asBoth)).toEqual(['/merchantId is needed'])
    expect((await create({ ...slack, merchantId: other.id }, asBoth)).owner).toBe('MERCHANT')
    expect((await asMerchant('GET', path)).body.items).toEqual([])
  })

  test('400 validation_failed: their filter cannot be changed', async () => {
    const { id } = await create({ kind: 'SLACK', url: SECRET_URL }, asMerchant)
    expect((await admin('PATCH', `${path}/${id}`, { merchantId: other.id })).status).toBe(400)
  })
})

test('PATCH: only the given fields, with If-Match, in words and without addresses in the history', async () => {
  const { id } = await create({ kind: 'EMAIL', addresses: ['aina@acme.example'] })
  const changes = {
    ...{ name: 'Night shift', timing: 'HOURLY', timezone: 'Asia/Kuala_Lumpur', alertKinds: ['POOL_LOW'] },
    ...{
      quietHours: { from: '22:00', until: '07:00' },
      addresses: ['aina@acme.example', 'adam@acme.example'],
    },
  }
  const changed = await admin('PATCH', `${path}/${id}`, changes, { 'if-match': '"1"' })
  expect(changed.body).toMatchObject({ ...changes, version: 2 })
  const stale = await admin('PATCH', `${path}/${id}`, { name: 'Day shift' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.error]).toEqual([412, 'version_conflict'])
  const { body } = await admin('GET', `/admin/history?target=alert_destination:${id}`)
  expect(body.items[0].changes.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['Name', 'Timing', 'Quiet hours', 'Addresses added']),
  )
  expect(JSON.stringify(body)).not.toMatch(/aina|adam/)
  expect(body.items.at(-1).summary).toBe('Created')
})

test('PATCH url: keeps the signing secret, and the history says that it changed', async () => {
  const { destination, receiver } = await receive('SIGNED')
  const moved = `${receiver.url}/moved`
  expect((await admin('PATCH', `${path}/${destination.id}`, { url: moved })).status).toBe(200)
  await admin('POST', `${path}/${destination.id}/test`)
  expect(receiver.isSigned(receiver.received[0] as never, destination.secret, harness.clock.now)).toBe(true)
  const { body } = await admin('GET', `/admin/history?target=alert_destination:${destination.id}`)
  expect(body.items[0].summary).toBe('URL changed')
})

test('DELETE: 204, and it is gone', async () => {
  const { id } = await create({ kind: 'SLACK', url: SECRET_URL })
  expect((await admin('DELETE', `${path}/${id}`)).status).toBe(204)
  expect((await admin('GET', `${path}/${id}`)).status).toBe(404)
})

describe('POST …/test says what the receiver answered', () => {
  test('ok, and what it got', async () => {
    const { destination, bodies } = await receive('SLACK')
    const { body } = await admin('POST', `${path}/${destination.id}/test`)
    expect(body).toMatchObject({ ok: true, status: 200, response: 'ok', error: null })
    expect(bodies()[0].text).toBe('Test message of Counterfoil')
  })

  test('its refusal', async () => {
    const { destination, receiver } = await receive('TEAMS')
    receiver.behave = (_request, response) => void response.writeHead(404).end('no_service')
    const { body } = await admin('POST', `${path}/${destination.id}/test`)
    expect(body).toMatchObject({ ok: false, status: 404, response: 'no_service', error: null })
    expect(await get(destination.id)).toMatchObject({ state: 'OK', lastError: null })
  })

  test('a redirect is not followed', async () => {
    const { destination, receiver } = await receive('SIGNED')
    receiver.behave = (_request, response) =>
      void response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end()
    const { body } = await admin('POST', `${path}/${destination.id}/test`)
    expect([body.ok, body.status, receiver.received.length]).toEqual([false, 302, 1])
  })

  test('no mail server', async () => {
    const { id } = await create({ kind: 'EMAIL', addresses: ['aina@acme.example'] })
    const { body } = await admin('POST', `${path}/${id}/test`)
    expect(body).toMatchObject({ ok: false, status: null, error: expect.stringContaining('SMTP_URL') })
  })
})
