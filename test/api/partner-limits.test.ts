import { describe, expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { type ApiResponse, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { until } from '../support/process.ts'
import { signedCalls, type TestPartner } from '../support/signing.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const TOKEN = 'a-token-for-the-scraper-0123456789'
const harness = await createHarness({ metricsToken: TOKEN })
const { as, clock, db, deps, served, startNode } = harness
const admin = heldToContract(served, harness.admin)
const signed = await signedCalls(harness)
const till = await openTill(harness)

const MINUTE = 61_000
const limited = async (limits: object) => {
  const issuer = await onboardIssuer(harness, limits)
  const call = signed(issuer.partner)
  return {
    ...issuer,
    listEvents: () => call('GET', '/integrations/events'),
    call,
    visitor: visitorsOf(harness, issuer),
  }
}
const statuses = async (count: number, send: () => Promise<ApiResponse>) => {
  const responses: ApiResponse[] = []
  for (let i = 0; i < count; i += 1) responses.push(await send())
  return responses.map(({ status }) => status)
}
const headersOf = ({ headers }: ApiResponse) => [headers['ratelimit-policy'], headers.ratelimit]
const refusal = (retryAfterSeconds: number) => ({
  error: 'rate_limited',
  details: { limit: 'partner', retryAfterSeconds },
})

test('without a limit: no headers, nothing counted', async () => {
  const { listEvents, visitor } = await limited({})
  for (const response of [await listEvents(), await visitor()('GET', '/merchants')])
    expect([response.status, ...headersOf(response)]).toEqual([200, undefined, undefined])
  await deps.partnerLimits.exchange()
  expect(await db`select from partner_request_counts`).toHaveLength(0)
})

describe('on /integrations/*', () => {
  test('429 rate_limited: the third request in 60 seconds, with a limit of two; the next is admitted once the first has left the window', async () => {
    clock.now = new Date('2026-11-18T08:00:00.250Z')
    const { listEvents } = await limited({ integrationRequestsPerMinute: 2 })
    expect(headersOf(await listEvents())).toEqual(['"partner";q=2;w=60', '"partner";r=1;t=60'])
    clock.advance(20_000)
    expect(headersOf(await listEvents())).toEqual(['"partner";q=2;w=60', '"partner";r=0;t=41'])
    clock.advance(10_000)
    const refused = await listEvents()
    expect([refused.status, refused.body]).toEqual([429, refusal(31)])
    expect([refused.headers['retry-after'], ...headersOf(refused)]).toEqual([
      '31',
      '"partner";q=2;w=60',
      '"partner";r=0;t=31',
    ])
    clock.advance(31_000)
    expect(await statuses(2, listEvents)).toEqual([200, 429])
  })

  test('429 comes before the body is parsed; forged requests do not count', async () => {
    const { call, partner } = await limited({ integrationRequestsPerMinute: 1 })
    const forged = signed({ ...partner, secret: 'another secret, which is long enough' } as TestPartner)
    const unsigned = await forged('POST', '/integrations/users', {})
    expect([unsigned.status, ...headersOf(unsigned)]).toEqual([401, undefined, undefined])
    expect(await statuses(2, () => call('POST', '/integrations/users', '{'))).toEqual([400, 429])
  })

  test('the consumer surface and other partners are not affected', async () => {
    const busy = await limited({ integrationRequestsPerMinute: 1 })
    const other = await limited({ integrationRequestsPerMinute: 1 })
    expect(await statuses(2, busy.listEvents)).toEqual([200, 429])
    expect(await statuses(1, other.listEvents)).toEqual([200])
    expect(headersOf(await busy.visitor()('GET', '/merchants'))).toEqual([undefined, undefined])
  })
})

describe('on the consumer surface', () => {
  test('429 rate_limited: all users of the partner together, readable for pages of any origin', async () => {
    const { visitor, listEvents, mint } = await limited({ consumerRequestsPerMinute: 2 })
    const expired = await as(mint({ exp: 1 }))('GET', '/merchants')
    expect([expired.status, ...headersOf(expired)]).toEqual([401, undefined, undefined])
    const first = await visitor('one')('GET', '/merchants')
    const { etag = '' } = first.headers
    const unchanged = await visitor('one')('GET', '/merchants', undefined, { 'if-none-match': etag })
    const refused = await visitor('two')('GET', '/merchants')
    expect([first, unchanged, refused].map(({ status, headers }) => [status, headers.ratelimit])).toEqual([
      [200, '"partner";r=1;t=60'],
      [304, expect.stringMatching(/^"partner";r=0;t=\d+$/)],
      [429, expect.stringMatching(/^"partner";r=0;t=\d+$/)],
    ])
    expect(refused.headers['access-control-expose-headers']).toMatch(
      /retry-after.*ratelimit, ratelimit-policy/,
    )
    expect(headersOf(await listEvents())).toEqual([undefined, undefined])
  })

  test('a replay passes; a new redemption gets 429 rate_limited and counts no attempt', async () => {
    const { visitor } = await limited({ consumerRequestsPerMinute: 2 })
    const by = visitor('redeemer')
    const voucher = await till.offer({ redemptionCount: 9 })
    const key = (text: string) => ({ 'idempotency-key': text })
    const redeemed = await till.redeem(by, voucher.id, {}, key('first'))
    await by('GET', '/me')
    const replayed = await till.redeem(by, voucher.id, {}, key('first'))
    expect([replayed.status, replayed.headers['idempotency-replayed'], replayed.body]).toEqual([
      201,
      'true',
      redeemed.body,
    ])
    for (const headers of [key('second'), {}])
      expect((await till.redeem(by, voucher.id, {}, headers)).body).toMatchObject({
        details: { limit: 'partner' },
      })
    const [attempts] = await db`
      select cardinality(times) as count from redemption_attempts join users on user_id = users.id
      where external_user_id = 'redeemer'`
    expect(attempts?.count).toBe(1)
  })

  test('in a minute, replays are looked up for as many requests as the limit', async () => {
    const { visitor } = await limited({ consumerRequestsPerMinute: 2 })
    const by = visitor('replayer')
    const voucher = await till.offer({ redemptionCount: 9 })
    const replay = () => till.redeem(by, voucher.id, {}, { 'idempotency-key': 'mine' })
    await statuses(2, replay)
    expect(await statuses(3, replay)).toEqual([201, 201, 429])
    clock.advance(MINUTE)
    expect((await replay()).status).toBe(201)
  })
})

describe('on two nodes', async () => {
  const node = await startNode()
  const callers = async (perMinute: number) => {
    const { id, mint } = await limited({ consumerRequestsPerMinute: perMinute })
    const token = mint()
    const [here, there] = [as(token), node.as(token)]
    return { id, here: () => here('GET', '/branding'), there: () => there('GET', '/branding') }
  }
  const exchange = async () => {
    await deps.partnerLimits.exchange()
    await node.deps.partnerLimits.exchange()
  }

  test('each node admits the whole limit until the nodes have exchanged their counts; then they share it', async () => {
    const { here, there } = await callers(4)
    expect(await statuses(3, here)).toEqual([200, 200, 200])
    expect((await there()).headers.ratelimit).toMatch(/r=3/)
    await exchange()
    expect(await statuses(2, there)).toEqual([429, 429])
    await exchange()
    expect(await statuses(1, here)).toEqual([429])
    clock.advance(MINUTE)
    expect(await statuses(1, there)).toEqual([200])
    await exchange()
    expect(await statuses(4, here)).toEqual([200, 200, 200, 200])
  })

  test('the exchange runs in the background: the other node refuses about a second later', async () => {
    const { here, there } = await callers(200)
    await statuses(200, here)
    const start = performance.now()
    let admitted = 0
    await until(async () => {
      const { status } = await there()
      if (status === 200) admitted += 1
      return status === 429
    })
    expect([admitted < 200, performance.now() - start < 2_500]).toEqual([true, true])
  })

  test('a changed limit takes effect at the next request on both nodes', async () => {
    const { id, here, there } = await callers(1)
    expect(await statuses(2, here)).toEqual([200, 429])
    await admin('PATCH', `/admin/partners/${id}`, { consumerRequestsPerMinute: 2 })
    expect(await statuses(2, here)).toEqual([200, 429])
    await admin('PATCH', `/admin/partners/${id}`, { consumerRequestsPerMinute: null })
    expect(headersOf(await here())).toEqual([undefined, undefined])
    await until(async () => headersOf(await there())[0] === undefined)
  })

  test('if counts cannot be exchanged, each node continues with its own', async () => {
    const { here } = await callers(2)
    await node.deps.partnerLimits.close() // The other node would log the failure a second time.
    await db`alter table partner_request_counts rename to unavailable`
    expect((await here()).status).toBe(200)
    await deps.partnerLimits.exchange()
    expect(await statuses(2, here)).toEqual([200, 429])
    await db`alter table unavailable rename to partner_request_counts`
    await deps.partnerLimits.exchange()
    expect(harness.logs.filter((line) => line.includes('could not exchange request counts'))).toHaveLength(1)
  })
})

test('at most 60 refused requests a minute are recorded for each partner', async () => {
  const [busy, other] = [
    await limited({ integrationRequestsPerMinute: 1 }),
    await limited({ integrationRequestsPerMinute: 1 }),
  ]
  await statuses(71, busy.listEvents)
  await statuses(3, other.listEvents)
  const recorded = async (partnerId: string) =>
    (await admin('GET', `/admin/requests?partnerId=${partnerId}&limit=200`)).body.items
  const items = await recorded(busy.id)
  expect(items).toHaveLength(60)
  expect(items[0].reason).toMatch(
    /^The partner was at its limit of requests\. The next one was allowed after \d+ seconds\.$/,
  )
  expect(await recorded(other.id)).toHaveLength(2)
})

test('counterfoil_partner_rate_limited_total counts refused requests by surface', async () => {
  const scrape = async () => {
    const { body } = await as(TOKEN)('GET', '/metrics')
    const value = (surface: string) =>
      Number(body.match(`counterfoil_partner_rate_limited_total{surface="${surface}"} (\\d+)`)?.[1])
    return [value('integration'), value('consumer')]
  }
  const [integration = 0, consumer = 0] = await scrape()
  const { listEvents } = await limited({ integrationRequestsPerMinute: 1 })
  await statuses(3, listEvents)
  expect(await scrape()).toEqual([integration + 2, consumer])
})
