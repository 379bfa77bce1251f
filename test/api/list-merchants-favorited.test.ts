import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)

test('200: favorited is per user, and browsing creates no user', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  const path = `/merchants?category=${category.slug}`
  const favoritedFor = async (sub: string, visit = visitor) =>
    (await visit(sub)('GET', path)).body[0].favorited
  expect(await favoritedFor('fan')).toBe(false)
  expect(await db`select from users where external_user_id = 'fan'`).toHaveLength(0)
  await visitor('fan')('POST', '/me/favorites', { merchantId: id })
  expect(await favoritedFor('fan')).toBe(true)
  expect(await favoritedFor('stranger')).toBe(false)
  const other = visitorsOf(harness, await onboardIssuer(harness))
  expect(await favoritedFor('fan', other)).toBe(false)
  await visitor('fan')('DELETE', `/me/favorites/${id}`)
  expect(await favoritedFor('fan')).toBe(false)
  expect(await db`select from users where external_user_id = 'stranger'`).toHaveLength(0)
})

test.each(['NULL', '{a,b}', 'a"b\\c', "o'hara", ' ', ',', '🦊', '\u0001', 'x'.repeat(255)])(
  '200: favorited for a user with the external id %j',
  async (sub) => {
    const category = await market.category()
    const { id } = await market.merchant({ category: category.slug })
    expect((await visitor(sub)('POST', '/me/favorites', { merchantId: id })).status).toBe(201)
    expect((await visitor(sub)('GET', `/merchants?category=${category.slug}`)).body[0].favorited).toBe(true)
    expect(await db`select from users where external_user_id = ${sub}`).toHaveLength(1)
  },
)

test('200: an anonymized user can browse, with favorited false until revived', async () => {
  const category = await market.category()
  const { id } = await market.merchant({ category: category.slug })
  const partnerCall = (await signedCalls(harness))(issuer.partner)
  const gone = visitor('gone')
  await gone('POST', '/me/favorites', { merchantId: id })
  const path = `/merchants?category=${category.slug}`
  expect((await gone('GET', path)).body[0].favorited).toBe(true)
  await partnerCall('DELETE', '/integrations/users/gone')
  expect((await gone('GET', path)).body[0].favorited).toBe(false)
  await partnerCall('POST', '/integrations/users', { externalUserId: 'gone' })
  expect((await gone('GET', path)).body[0].favorited).toBe(true)
})
