import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const partnerCall = (await signedCalls(harness))(issuer.partner)
const shop = await openMarket(admin).merchant()

const upsert = (externalUserId: string, data: object = {}) =>
  partnerCall('POST', '/integrations/users', { externalUserId, ...data })
/** `xmin` changes with every write of the row. */
const stored = async (sub: string) =>
  (
    await db`
      select email, display_name, phone, updated_at, xmin::text as written_by from users
      where partner_id = ${issuer.id} and external_user_id = ${sub}`
  )[0]

test('200: a later token fills empty fields, and support finds the user by them', async () => {
  await visitor('nameless')('GET', '/me')
  expect(await stored('nameless')).toMatchObject({ email: null, displayName: null })
  clock.advance(60_000)
  await visitor('nameless', { email: 'aina@example.com' })('GET', '/me')
  const filled = { email: 'aina@example.com', displayName: null, updatedAt: clock.now.toISOString() }
  expect(await stored('nameless')).toMatchObject(filled)
  await visitor('nameless', { displayName: 'Aina' })('POST', '/me/favorites', { merchantId: shop.id })
  expect(await stored('nameless')).toMatchObject({ email: 'aina@example.com', displayName: 'Aina' })
  for (const q of ['aina@example', 'Aina']) {
    const { body } = await admin('GET', `/admin/users?q=${encodeURIComponent(q)}`)
    expect(body.items).toMatchObject([{ externalUserId: 'nameless', email: 'aina@example.com' }])
  }
})

test('200: a token never overwrites fields stored by an earlier token or an upsert', async () => {
  await visitor('firm', { email: 'first@example.com' })('GET', '/me')
  await upsert('firm', { displayName: 'Backend', phone: '+60123456789' })
  await visitor('firm', { email: 'second@example.com', displayName: 'Token' })('GET', '/me')
  expect(await stored('firm')).toMatchObject({
    email: 'first@example.com',
    displayName: 'Backend',
    phone: '+60123456789',
  })
})

test('200: filling an empty field costs one write; a token with nothing to fill costs none', async () => {
  await visitor('frugal', { displayName: 'Frugal' })('GET', '/me')
  const created = await stored('frugal')
  clock.advance(60_000)
  // The name is stored already, and no token has an e-mail address for the empty field.
  for (const claims of [{}, { displayName: 'Other' }, { email: '', displayName: 'Other' }])
    await visitor('frugal', claims)('GET', '/me')
  expect(await stored('frugal')).toEqual(created)
  await visitor('frugal', { email: 'frugal@example.com' })('GET', '/me')
  const filled = await stored('frugal')
  expect(filled).toMatchObject({ email: 'frugal@example.com', displayName: 'Frugal' })
  clock.advance(60_000)
  for (const path of ['/me', '/me/claims', '/me/favorites'])
    await visitor('frugal', { email: 'other@example.com', displayName: 'Other' })('GET', path)
  expect(await stored('frugal')).toEqual(filled)
})

test('404 user_not_found: an anonymized user is not filled, a revived one is', async () => {
  const visit = visitor('gone', { email: 'gone@example.com', displayName: 'Gone' })
  await upsert('gone', { displayName: 'Before' })
  await partnerCall('DELETE', '/integrations/users/gone')
  expect((await visit('GET', '/me')).body).toEqual({ error: 'user_not_found' })
  expect(await stored('gone')).toMatchObject({ email: null, displayName: null })
  await upsert('gone')
  expect((await visit('GET', '/me')).status).toBe(200)
  expect(await stored('gone')).toMatchObject({ email: 'gone@example.com', displayName: 'Gone' })
})

test('200: browsing fills no fields', async () => {
  await visitor('browser')('GET', '/me')
  const before = await stored('browser')
  await visitor('browser', { email: 'browser@example.com' })('GET', '/merchants')
  expect(await stored('browser')).toEqual(before)
})

test('204: an anonymization while tokens fill the user leaves no personal data', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sub = `leaving ${round}`
    await upsert(sub)
    const visit = visitor(sub, { email: 'leaving@example.com', displayName: 'Leaving' })
    const visits = Array.from({ length: 10 }, () => visit('GET', '/me'))
    const removal = partnerCall('DELETE', `/integrations/users/${encodeURIComponent(sub)}`)
    const statuses = (await Promise.all(visits)).map(({ status }) => status)
    expect((await removal).status).toBe(204)
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true)
    expect(await stored(sub)).toMatchObject({ email: null, displayName: null })
  }
})
