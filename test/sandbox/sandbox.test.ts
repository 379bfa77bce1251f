import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { heldToContract } from '../support/conformity.ts'
import { type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { signedCalls } from '../support/signing.ts'
import { openTill } from '../support/till.ts'
import { newKey } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, served, clock } = harness
const admin = heldToContract(served, harness.admin)
const [one, two] = [await openTwin(harness), await openTwin(harness)]
const till = await openTill(harness, { name: 'Live shop' })
const coffee = await till.offer()
const TEST = '/integrations/test'
const liveCall = (await signedCalls(harness))(one.live.partner)

describe('POST /integrations/test/counter', () => {
  const issue = (by: Call, key: string, { voucherId, outletId }: Record<string, string>) =>
    by('POST', '/me/redemption-codes', { voucherId, outletId }, { 'idempotency-key': key })
  const confirm = (code: string, twin = one) => twin.call('POST', `${TEST}/counter`, { code })

  test('201: plays the device, by picture or digits; 409, 404 and 422 as at the counter', async () => {
    const by = await one.user('counter-user')
    const { code, digits } = (await issue(by, 'first', one.scenario('takes-codes'))).body
    expect((await confirm(digits, two)).body).toEqual({ error: 'code_not_found' })
    expect((await confirm(code, two)).body).toEqual({ error: 'code_not_found' })
    const confirmed = await confirm(digits)
    expect([confirmed.status, confirmed.body.method]).toEqual([201, 'QR'])
    expect((await confirm(code)).body).toEqual(confirmed.body)
    expect((await confirm('CF100000000000000000000000000')).body).toEqual({ error: 'code_not_found' })
    const later = (await issue(by, 'second', one.scenario('takes-codes'))).body
    await db`update counter_codes set issued_at = issued_at - interval '60 seconds'`
    expect((await confirm(later.code)).body).toEqual({ error: 'code_expired' })
    expect((await issue(by, 'third', one.scenario('succeeds'))).body).toEqual({ error: 'qr_not_enabled' })
    expect((await liveCall('POST', `${TEST}/counter`, { code })).body).toEqual({ error: 'live_mode' })
  })

  test('a moved clock does not age a code, and a reset closes it', async () => {
    const by = await one.user('counter-user')
    const { code } = (await issue(by, 'fourth', one.scenario('takes-codes'))).body
    await one.call('PUT', `${TEST}/clock`, { advance: 'P1D' })
    expect((await confirm(code)).status).toBe(201)
    const open = (await issue(by, 'fifth', one.scenario('takes-codes'))).body.code
    expect((await one.call('POST', `${TEST}/reset`)).status).toBe(204)
    expect((await confirm(open)).body).toEqual({ error: 'code_not_found' })
  })
})

describe('the test twin', () => {
  test('201: slug, secret, API key and mode; 200: the same twin again, without its secrets', async () => {
    const { partner, live } = one
    expect(partner).toMatchObject({
      slug: `${live.slug}-test`,
      mode: 'test',
      twinId: live.id,
      webhookUrl: null,
    })
    const again = await admin('POST', `/admin/partners/${live.id}/sandbox`)
    expect([again.status, again.body.id, again.body.secret, again.body.apiKey]).toEqual([
      200,
      partner.id,
      undefined,
      undefined,
    ])
    expect((await admin('POST', `/admin/partners/${partner.id}/sandbox`)).body.id).toBe(partner.id)
    expect((await admin('GET', `/admin/partners/${live.id}`)).body).toMatchObject({
      mode: 'live',
      twinId: partner.id,
    })
    const own = await harness.as(partner.apiKey)('GET', '/admin/partners')
    expect(own.body.items.map(({ id }: { id: string }) => id)).toEqual([partner.id])
  })

  test('404 not_found: a partner’s key creates no twin of another', async () => {
    const { body } = await admin('POST', '/admin/keys', {
      name: 'Own',
      role: 'partner',
      partnerId: two.live.id,
    })
    const as = harness.as(body.key)
    expect((await as('POST', `/admin/partners/${one.live.id}/sandbox`)).status).toBe(404)
    expect((await as('POST', `/admin/partners/${two.live.id}/sandbox`)).body.id).toBe(two.partner.id)
    expect((await as('GET', `/admin/partners/${two.live.id}/sandbox`)).body).toMatchObject({
      partner: { id: two.partner.id },
      failing: 0,
    })
    expect((await as('GET', `/admin/partners/${one.live.id}/sandbox`)).status).toBe(404)
  })

  test('the mode of a partner and of a merchant cannot be changed', async () => {
    const change = (table: string, id: string) =>
      db.unsafe(`update ${table} set mode = 'live' where id = '${id}'`)
    await expect(change('partners', one.partner.id)).rejects.toThrow('fixed at creation')
    await expect(change('merchants', one.scenario('succeeds').merchantId)).rejects.toThrow(
      'fixed at creation',
    )
    await expect(db`update partners set mode = 'test' where id = ${one.live.id}`).rejects.toThrow(
      'fixed at creation',
    )
  })

  test('tokens signed with the partner’s own key work, as well as ours', async () => {
    const key = newKey('ES256')
    await admin('PATCH', `/admin/partners/${two.partner.id}`, { publicKey: key.pem })
    const own = two.live.mint({ iss: two.partner.jwtIssuer }, { key })
    expect((await harness.as(own)('GET', '/me')).status).toBe(200)
    expect((await (await two.user())('GET', '/me')).status).toBe(200)
  })
})

describe('test and live do not mix', () => {
  test('a test user sees the merchants of its own sandbox only; a live user only live ones', async () => {
    const user = await one.user()
    const slugs = async (by: typeof user) =>
      (await by('GET', '/merchants')).body.map(({ slug }: { slug: string }) => slug)
    expect((await slugs(user)).sort()).toEqual(
      (await one.call('GET', `${TEST}/scenarios`)).body.items
        .map(({ scenario }: { scenario: string }) => scenario)
        .filter((slug: string) => slug !== 'out-of-scope')
        .sort(),
    )
    expect(await slugs(visitorsOf(harness, one.live)())).toEqual([till.merchant.slug])
    const listed = (await liveCall('GET', '/integrations/merchants')).body.items
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([till.merchant.id])
    expect((await admin('GET', '/admin/merchants')).body.items).toHaveLength(1)
    expect((await admin('GET', '/admin/merchants?mode=test')).body.items.length).toBeGreaterThan(16)
  })

  test.each([
    [
      'a live user asks for a test merchant',
      () => visitorsOf(harness, one.live)(),
      () => one.scenario('succeeds'),
    ],
    ['a test user asks for another sandbox', () => one.user(), () => two.scenario('succeeds')],
    [
      'a test user asks for a live merchant',
      () => one.user(),
      () => ({ merchantId: till.merchant.id, voucherId: coffee.id, outletId: till.outlet.id }),
    ],
  ] as const)('404, 403: %s', async (_, userOf, wantedOf) => {
    const user = await userOf()
    const { merchantId, voucherId, outletId } = wantedOf()
    expect((await user('GET', `/merchants/${merchantId}`)).status).toBe(404)
    expect((await user('GET', `/vouchers/${voucherId}`)).body.error).toBe('voucher_out_of_scope')
    expect((await user('POST', '/me/claims', { voucherId })).body.error).toBe('voucher_out_of_scope')
    expect((await user('POST', '/me/favorites', { merchantId })).body.error).toBe('merchant_out_of_scope')
    const body = { voucherId, outletId, pin: '0000' }
    expect((await user('POST', '/me/redemptions', body)).body.error).toBe('voucher_out_of_scope')
  })

  test('the schema refuses a test user’s favorite and claim at a live merchant', async () => {
    await (await one.user('schema'))('GET', '/me')
    const [{ id }] = (await db`select id from users where external_user_id = 'schema'`) as [{ id: string }]
    await expect(
      db`insert into favorites (user_id, merchant_id, created_at) values (${id}, ${till.merchant.id}, now())`,
    ).rejects.toThrow('do not mix')
    await expect(
      db`insert into claims (id, user_id, voucher_id, claimed_at) values (${randomUUID()}, ${id}, ${coffee.id}, now())`,
    ).rejects.toThrow('do not mix')
  })

  test('test traffic is in no stats, and in no list that covers all partners', async () => {
    const stats = async () => (await admin('GET', '/admin/stats?interval=day')).body
    const lists = (query = '') =>
      Promise.all(
        ['redemptions', 'refusals', 'claims'].map(
          async (list) => (await admin('GET', `/admin/${list}${query}`)).body.items,
        ),
      )
    const [before, listedBefore] = [await stats(), await lists()]
    const user = await one.user('counted')
    expect((await one.redeem(user, 'succeeds')).status).toBe(201)
    expect((await one.redeem(user, 'too-far')).status).toBe(422)
    expect((await one.redeem(user, 'one-code')).status).toBe(201)
    expect(
      (await user('POST', '/me/claims', { voucherId: one.scenario('wallet-only').voucherId })).status,
    ).toBe(201)
    expect(await stats()).toEqual(before)
    expect((await admin('GET', '/admin/alerts')).body.items).toEqual([])
    expect(await lists()).toEqual(listedBefore)
    for (const items of await lists(`?partnerId=${one.partner.id}`)) expect(items).not.toEqual([])
  })

  test('a test partner’s own stats count its own rows, by its own clock', async () => {
    const twin = await openTwin(harness, { webhookUrl: 'https://example.com/hook' })
    const [user, shop] = [await twin.user('stats'), twin.scenario('succeeds')]
    expect((await twin.redeem(user, 'succeeds')).status).toBe(201)
    expect((await twin.redeem(user, 'too-far')).status).toBe(422)
    await user('POST', '/me/claims', { voucherId: twin.scenario('wallet-only').voucherId })
    expect((await twin.call('PUT', `${TEST}/clock`, { advance: 'P10D' })).status).toBe(200)
    expect(
      (await twin.redeem(user, 'flagged', { consumerLat: undefined, consumerLng: undefined })).status,
    ).toBe(201)
    clock.advance(1)
    const statsFor = async (call: typeof admin, query: object) =>
      (await call('GET', `/admin/stats?${new URLSearchParams({ ...query })}`)).body
    const own = { claims: 1, redemptions: 2, flagged: 1, refused: [{ reason: 'too_far', count: 1 }] }
    const stats = await statsFor(admin, { partnerId: twin.partner.id, interval: 'day', groupBy: 'outlet' })
    expect(stats).toMatchObject({ ...own, deliveries: [{ state: 'PENDING', count: 3 }] })
    const sums = (rows: Record<string, number>[], name: string) =>
      rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
    for (const name of ['redemptions', 'claims', 'flagged'] as const)
      expect([name, sums(stats.days, name)]).toEqual([name, own[name]])
    expect([sums(stats.days, 'refused'), sums(stats.groups, 'refused')]).toEqual([1, 1])
    expect(sums(stats.groups, 'redemptions')).toBe(2)
    expect(await statsFor(harness.as(twin.partner.apiKey), {})).toMatchObject(own)
    const { items } = (await admin('GET', `/admin/redemptions?partnerId=${twin.partner.id}`)).body
    expect(items).toHaveLength(own.redemptions)
    const hours = (await statsFor(admin, { partnerId: twin.partner.id, interval: 'hour' })).hours
    expect([sums(hours, 'redemptions'), sums(hours, 'refused')]).toEqual([1, 0])
    expect(await statsFor(admin, { merchantId: shop.merchantId })).toMatchObject({
      redemptions: 1,
      claims: 0,
    })
    expect(await statsFor(admin, { partnerId: one.live.id, merchantId: shop.merchantId })).toMatchObject({
      redemptions: 0,
      claims: 0,
    })
  })
})

describe('403 live_mode: the secret of a live partner', () => {
  test.each([
    ['GET', '', undefined],
    ['POST', '/tokens', { externalUserId: 'mei' }],
    ['GET', '/clock', undefined],
    ['GET', '/scenarios', undefined],
    ['PUT', '/clock', { advance: 'P1D' }],
    ['POST', '/redemptions', { externalUserId: 'mei', voucherId: randomUUID() }],
    ['POST', '/void', { redemptionId: randomUUID() }],
    ['POST', '/publish', { merchantId: randomUUID() }],
    ['POST', '/deliveries', { failNext: 1 }],
    ['POST', '/reset', undefined],
  ])('%s /integrations/test%s', async (method, path, body) => {
    const response = await liveCall(method, `${TEST}${path}`, body)
    expect([response.status, response.body.error]).toEqual([403, 'live_mode'])
  })
})

describe('the clock', () => {
  test('timestamps follow the clock of the sandbox; tokens and signatures do not', async () => {
    const twin = await openTwin(harness)
    const now = new Date(clock.now.getTime() + 400 * 24 * 3_600_000).toISOString()
    const moved = await twin.call('PUT', `${TEST}/clock`, { now })
    expect(moved.body).toEqual({ now, realTime: clock.now.toISOString() })
    clock.advance(1000)
    const user = await twin.user()
    const { body } = await twin.redeem(user, 'succeeds')
    expect(Date.parse(body.redeemedAt) - Date.parse(now)).toBe(1000)
    const favorite = await user('POST', '/me/favorites', { merchantId: twin.scenario('succeeds').merchantId })
    expect(favorite.body.createdAt ?? favorite.body.favoritedAt).toBe(body.redeemedAt)
    const times = async () =>
      (await twin.call('GET', '/integrations/events')).body.items.map(
        ({ createdAt }: { createdAt: string }) => createdAt,
      )
    await expect.poll(times).toEqual([body.redeemedAt])
    expect((await (await two.user())('GET', '/me')).status).toBe(200)
    expect((await two.call('GET', `${TEST}/clock`)).body.now).toBe(clock.now.toISOString())
  })

  test('422 clock_backwards: a time before the newest record; after a reset it is accepted', async () => {
    const twin = await openTwin(harness)
    await twin.call('PUT', `${TEST}/clock`, { advance: 'P1M' })
    await twin.redeem(await twin.user(), 'succeeds')
    for (const change of [{ reset: true }, { advance: '-P1D' }, { now: clock.now.toISOString() }]) {
      const { status, body } = await twin.call('PUT', `${TEST}/clock`, change)
      expect([status, body.error]).toEqual([422, 'clock_backwards'])
      expect(body.details.newestRecordAt).toEqual(expect.any(String))
    }
    expect((await twin.call('POST', `${TEST}/reset`)).status).toBe(204)
    expect((await twin.call('GET', `${TEST}/clock`)).body.now).toBe(clock.now.toISOString())
    expect((await twin.call('PUT', `${TEST}/clock`, { advance: '-P1D' })).status).toBe(200)
  })

  test.each([
    [{ advance: 'a month' }, '/advance must be an ISO 8601 duration, such as P1M, P1W or PT90M'],
    [{ advance: 'P3Y' }, '/advance must not be more than 2 years ahead'],
    [{ now: '2999-01-01T00:00:00Z' }, '/now must not be more than 2 years ahead'],
    [{ now: 'tomorrow' }, '/now must be an ISO 8601 date-time: sets the clock'],
    [{ advance: 'P1M', reset: true }, 'must have at most 1 property'],
    [{}, 'must have at least 1 property'],
    [{ reset: false }, '/reset must be true'],
  ])('400 validation_failed: %j', async (change, issue) => {
    const { status, body } = await one.call('PUT', `${TEST}/clock`, change)
    expect(status).toBe(400)
    expect(
      body.issues.map(({ path, message }: Record<string, string>) => `${path} ${message}`.trim()),
    ).toContain(issue)
  })
})

describe('the simulators', () => {
  test('redeem: SUCCESS at the outlet, FLAGGED without a position, and refused by the rules', async () => {
    const twin = await openTwin(harness)
    const ask = (slug: string, more = {}) =>
      twin.call('POST', `${TEST}/redemptions`, {
        externalUserId: 'new',
        voucherId: twin.scenario(slug).voucherId,
        ...more,
      })
    expect((await ask('succeeds')).body).toMatchObject({
      status: 'SUCCESS',
      flagReason: null,
      gpsAvailable: true,
    })
    expect((await ask('succeeds', { outcome: 'FLAGGED' })).body).toMatchObject({
      status: 'FLAGGED',
      flagReason: 'gps_unavailable',
    })
    expect((await ask('expired')).body.error).toBe('voucher_expired')
    expect((await ask('wallet-only')).body.error).toBe('no_claim')
    const unknown = { externalUserId: 'new', voucherId: randomUUID() }
    expect((await twin.call('POST', `${TEST}/redemptions`, unknown)).body.error).toBe('voucher_not_found')
    expect(await auditLedger(db, clock.now)).toEqual([])
  })

  test('void: gives the quota back, by the partner’s clock; 404 not_found: a redemption of another partner', async () => {
    const twin = await openTwin(harness)
    const user = await twin.user()
    const { body } = await twin.redeem(user, 'limit-reached')
    await twin.call('PUT', `${TEST}/clock`, { advance: 'PT1H' })
    expect((await one.call('POST', `${TEST}/void`, { redemptionId: body.id })).status).toBe(404)
    const voided = await twin.call('POST', `${TEST}/void`, { redemptionId: body.id, reason: 'Twice.' })
    expect(voided.body).toMatchObject({ redemptionId: body.id, reason: 'Twice.' })
    expect(Date.parse(voided.body.voidedAt) - Date.parse(body.redeemedAt)).toBe(3_600_000)
    expect((await twin.redeem(user, 'limit-reached')).status).toBe(201)
    const types = async () =>
      (await twin.call('GET', '/integrations/events')).body.items.map(({ type }: { type: string }) => type)
    await expect.poll(types).toEqual(['REDEMPTION_CREATED', 'REDEMPTION_VOIDED', 'REDEMPTION_CREATED'])
  })

  test('publish: notifies the users who favorite the merchant; 404 merchant_not_found: a merchant of another sandbox', async () => {
    const twin = await openTwin(harness)
    const user = await twin.user()
    const { merchantId } = twin.scenario('succeeds')
    await user('POST', '/me/favorites', { merchantId })
    const { status, body } = await twin.call('POST', `${TEST}/publish`, { merchantId, title: 'Fresh' })
    expect([status, body.eventsEnqueued]).toEqual([201, 1])
    expect((await user('GET', `/vouchers/${body.voucherId}`)).body.title).toBe('Fresh')
    const others = await one.call('POST', `${TEST}/publish`, { merchantId })
    expect([others.status, others.body.error]).toEqual([404, 'merchant_not_found'])
  })

  test('400 validation_failed: a status without failNext, an unknown outcome, a token of two days', async () => {
    const statuses = await Promise.all([
      one.call('POST', `${TEST}/deliveries`, { status: 500 }),
      one.call('POST', `${TEST}/redemptions`, {
        externalUserId: 'a',
        voucherId: randomUUID(),
        outcome: 'LOST',
      }),
      one.call('POST', `${TEST}/tokens`, { externalUserId: 'a', expiresInSeconds: 172_800 }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400])
  })
})

describe('reset', () => {
  test('a changed scenario is restored, and everything that users did is gone', async () => {
    const twin = await openTwin(harness)
    const user = await twin.user()
    const { voucherId, outletId, merchantId } = twin.scenario('succeeds')
    await twin.redeem(user, 'succeeds')
    await twin.redeem(user, 'one-code')
    await user('POST', '/me/favorites', { merchantId })
    const market = openMarket(admin)
    await market.change(`/admin/vouchers/${voucherId}`, { title: 'Edited', redemptionCount: 1 })
    await market.change(`/admin/outlets/${outletId}`, { pin: '1234', isActive: false })
    await market.change(`/admin/merchants/${merchantId}`, { name: 'Edited', topVoucherId: voucherId })
    await market.offer(merchantId, { title: 'Added' }).catch(() => null)
    expect((await twin.call('POST', `${TEST}/reset`)).status).toBe(204)

    const later = await twin.user()
    expect((await later('GET', '/me/redemptions')).body).toEqual([])
    const vouchers = (await later('GET', `/merchants/${merchantId}/vouchers`)).body
    expect(vouchers.map(({ id, title }: Record<string, string>) => [id, title])).toEqual([
      [voucherId, 'Succeeds'],
    ])
    expect((await later('GET', `/merchants/${merchantId}`)).body.name).toBe('Succeeds')
    expect((await twin.redeem(later, 'succeeds')).status).toBe(201)
    expect((await twin.redeem(later, 'one-code')).body.code).toBe('THE-ONLY-CODE')
    await expect.poll(async () => (await twin.call('GET', '/integrations/events')).body.items).toHaveLength(2)
    expect(await auditLedger(db, clock.now)).toEqual([])
  })

  test('while redemptions run: no response is a 500, others lose nothing, and the ledger is exact', async () => {
    const [twin, other] = [await openTwin(harness), await openTwin(harness)]
    const users = await Promise.all(Array.from({ length: 4 }, (_, i) => twin.user(`racer-${i}`)))
    const bystander = await other.user()
    const live = visitorsOf(harness, one.live)('bystander')
    await live('GET', '/me')
    const running = users.flatMap((user) => Array.from({ length: 4 }, () => twin.redeem(user, 'succeeds')))
    const resets = Array.from({ length: 3 }, () => twin.call('POST', `${TEST}/reset`))
    const beside = Array.from({ length: 5 }, () => other.redeem(bystander, 'succeeds'))
    const responses = await Promise.all([...running, ...resets, ...beside])
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    // The feed waits for older transactions of the whole cluster.
    await expect
      .poll(async () => (await other.call('GET', '/integrations/events')).body.items)
      .toHaveLength(5)
    expect((await bystander('GET', '/me/redemptions')).body).toHaveLength(5)
    expect((await till.redeem(live, coffee.id)).status).toBe(201)
    expect(await auditLedger(db, clock.now)).toEqual([])
  })
})

test('every call of a test partner is in the request log, which its live partner sees too', async () => {
  const twin = await openTwin(harness)
  const from = clock.now.toISOString()
  await (await twin.user('logged'))('GET', '/merchants')
  await harness.deps.requestLog.flush()
  const { body } = await admin('POST', '/admin/keys', {
    name: 'Own',
    role: 'partner',
    partnerId: twin.live.id,
  })
  const seen = await harness.as(body.key)('GET', `/admin/requests?partnerId=${twin.partner.id}&from=${from}`)
  expect(seen.body.items.map(({ route, status }: Record<string, unknown>) => [route, status])).toEqual(
    expect.arrayContaining([
      ['/merchants', 200],
      ['/integrations/test/tokens', 201],
    ]),
  )
})
