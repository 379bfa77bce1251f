import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { signedCalls } from '../support/signing.ts'
import { newKey, onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const admin = heldToContract(harness.served, harness.admin)
const signed = await signedCalls(harness)

const NEW = { name: 'Acme', displayName: 'Acme Pay', logoPath: 'https://img.example.com/logo.png' }
const create = (slug: string, changes: object = {}) =>
  admin('POST', '/admin/partners', { ...NEW, slug, jwtIssuer: `https://${slug}.example.com`, ...changes })

test('201: a test partner without keys mints tokens, sees its scenarios only, and redeems one', async () => {
  const { status, body } = await create('acme-test', { mode: 'test' })
  expect([status, body]).toMatchObject([201, { mode: 'test', twinId: null, slug: 'acme-test' }])
  const call = signed(body)
  const minted = await call('POST', '/integrations/test/tokens', { externalUserId: 'user-42' })
  const user = harness.as(minted.body.token)
  const { items } = (await call('GET', '/integrations/test/scenarios')).body
  expect((await user('GET', '/merchants')).body).toHaveLength(items.length - 1)
  const { voucherId, outletId, pin, consumerLat, consumerLng } = items.find(
    ({ scenario }: { scenario: string }) => scenario === 'succeeds',
  )
  const redeemed = await user('POST', '/me/redemptions', {
    voucherId,
    outletId,
    pin,
    consumerLat,
    consumerLng,
  })
  expect(redeemed.status).toBe(201)
  expect((await admin('GET', `/admin/partners/${body.id}/sandbox`)).body).toMatchObject({
    partner: { id: body.id },
    failing: 0,
  })
  expect((await call('POST', '/integrations/test/reset')).status).toBe(204)
})

test('the key of a live partner reaches its twin, also after the twin’s own secret and key are lost; nobody else’s does', async () => {
  const [live, stranger] = [await onboardIssuer(harness), await onboardIssuer(harness)]
  const keyOf = async (partnerId: string) =>
    (await admin('POST', '/admin/keys', { name: 'Engineer', role: 'partner', partnerId })).body.key
  const asLive = harness.as(await keyOf(live.id))
  const twin = (await asLive('POST', `/admin/partners/${live.id}/sandbox`)).body
  const { id } = twin
  const path = `/admin/partners/${id}`

  const { secret } = (await asLive('POST', `${path}/secret/rotate`)).body
  expect((await asLive('POST', `${path}/secret/promote`)).status).toBe(200)
  expect((await signed({ ...twin, secret })('GET', '/integrations/test/scenarios')).status).toBe(200)
  const key = newKey('ES256')
  const changed = await asLive('PATCH', path, { webhookUrl: 'https://hook.example.com/', publicKey: key.pem })
  expect(changed.body).toMatchObject({ webhookUrl: 'https://hook.example.com/', publicKey: key.pem })
  expect((await asLive('GET', '/admin/partners')).body.items).toMatchObject([{ id: live.id, twinId: id }])

  const [asStranger, asTwin] = [harness.as(await keyOf(stranger.id)), harness.as(await keyOf(id))]
  expect((await asStranger('POST', `${path}/secret/rotate`)).status).toBe(404)
  expect((await asTwin('GET', `/admin/partners/${live.id}`)).status).toBe(404)
})

test('200: the keys of a live partner are copied to its twin, whose issuer stays; 404 not_found with the twin’s own key', async () => {
  const live = await onboardIssuer(harness, { jwtAudience: 'counterfoil' })
  const twin = (await admin('POST', `/admin/partners/${live.id}/sandbox`)).body
  const path = (id: string) => `/admin/partners/${id}/sandbox/keys`
  expect((await harness.as(twin.apiKey)('POST', path(twin.id))).body.error).toBe('not_found')
  const token = live.mint({ sub: 'mei', iss: twin.jwtIssuer, aud: 'counterfoil' })
  expect((await harness.as(token)('GET', '/me')).body.error).toBe('invalid_token')

  const key = (await admin('POST', '/admin/keys', { name: 'Engineer', role: 'partner', partnerId: live.id }))
    .body
  const copied = await heldToContract(harness.served, harness.as(key.key))('POST', path(twin.id))
  expect(copied.body).toMatchObject({
    slug: twin.slug,
    jwtIssuer: twin.jwtIssuer,
    jwtAudience: 'counterfoil',
  })
  expect((await harness.as(token)('GET', '/me')).status).toBe(200)
  const ours = (await signed(twin)('POST', '/integrations/test/tokens', { externalUserId: 'mei' })).body.token
  expect((await harness.as(ours)('GET', '/me')).status).toBe(200)

  const [entry] = (await admin('GET', `/admin/audit?target=partner:${twin.id}`)).body.items
  expect(entry.summary).toBe('Keys of the live partner copied')
  const alone = (await create('alone-test', { mode: 'test' })).body
  expect((await admin('POST', path(alone.id))).body.error).toBe('not_found')
})

test('200: the settings of a sandbox, by the time of its clock', async () => {
  const live = await onboardIssuer(harness)
  const twin = (await admin('POST', `/admin/partners/${live.id}/sandbox`)).body
  const call = signed(twin)
  const { now } = (await call('PUT', '/integrations/test/clock', { advance: 'P1M' })).body
  await admin('PATCH', `/admin/partners/${twin.id}`, { webhookUrl: 'https://hook.example.com/' })
  const { body } = await call('GET', '/integrations/test')
  expect(body).toEqual({
    slug: `${live.slug}-test`,
    liveSlug: live.slug,
    issuer: `counterfoil-test:${live.slug}-test`,
    now,
    webhookUrl: 'https://hook.example.com/',
    jwksUrl: null,
  })
  const alone = (await create('single-test', { mode: 'test' })).body
  expect((await signed(alone)('GET', '/integrations/test')).body.liveSlug).toBeNull()
})

test('201: a test partner with its own key; tokens of both keys are accepted', async () => {
  const key = newKey('ES256')
  const { body } = await create('own-key-test', { mode: 'test', publicKey: key.pem })
  expect(body.publicKey).toBe(key.pem)
  const other = await onboardIssuer(harness)
  const own = other.mint({ iss: body.jwtIssuer }, { key })
  expect((await harness.as(own)('GET', '/me')).status).toBe(200)
  const minted = await signed(body)('POST', '/integrations/test/tokens', { externalUserId: 'user-42' })
  expect((await harness.as(minted.body.token)('GET', '/me')).status).toBe(200)
})

test('201: live is the default, and a live partner needs a key', async () => {
  const { body } = await create('plain', { publicKey: newKey('ES256').pem })
  expect(body.mode).toBe('live')
  expect((await signed(body)('GET', '/integrations/test/clock')).body.error).toBe('live_mode')
  expect((await create('keyless', { mode: 'live' })).status).toBe(400)
})

test.each([
  [
    'a live slug that ends in -test',
    'shop-test',
    {},
    'must not end in -test: only test partners have such a slug',
  ],
  [
    'a test slug that does not end in -test',
    'shop',
    { mode: 'test' },
    'must end in -test for a test partner',
  ],
])('400 validation_failed: %s', async (_, slug, changes, message) => {
  const { status, body } = await create(slug, { publicKey: newKey('ES256').pem, ...changes })
  expect([status, body.issues]).toMatchObject([400, [{ path: '/slug', message }]])
  expect(await harness.db`select from partners where slug = ${slug}`).toEqual([])
})

test('409 slug_taken: the twin of a live partner whose test slug is in use', async () => {
  await create('taken-test', { mode: 'test' })
  const live = (await create('taken', { publicKey: newKey('ES256').pem })).body
  const { status, body } = await admin('POST', `/admin/partners/${live.id}/sandbox`)
  expect([status, body.error]).toEqual([409, 'slug_taken'])
})

test('400 validation_failed: the mode cannot be changed later', async () => {
  const { body } = await create('fixed-test', { mode: 'test' })
  expect((await admin('PATCH', `/admin/partners/${body.id}`, { mode: 'live' })).status).toBe(400)
})
