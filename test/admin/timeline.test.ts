import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expandFanouts } from '../../src/domain/webhooks/fanout.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, clock, deps } = harness
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const bank = await onboardIssuer(harness, { webhookUrl: 'http://127.0.0.1:9/hooks' })
const kopi = await openTill(harness, { name: 'Kopi' })
const [mei, ali] = [visitorsOf(harness, bank)('mei'), visitorsOf(harness, bank)('ali')]
const wallet = await kopi.offer({ title: '{b}Free{/b} kopi', claimFlow: 'WALLET', redemptionCount: 5 })

/** The steps are a minute apart, so that their order is known. */
const step = async (work: () => Promise<unknown>) => {
  clock.advance(60_000)
  await work()
}
await step(() => mei('POST', '/me/favorites', { merchantId: kopi.merchant.id }))
await step(() => mei('POST', '/me/claims', { voucherId: wallet.id }))
clock.advance(60_000)
const wrongPin = await kopi.redeem(mei, wallet.id, { pin: WRONG_PIN })
await step(() => kopi.redeem(mei, wallet.id))
const [redemption] = await db<[{ id: string; userId: string }]>`select id, user_id from redemptions`
await step(() => admin('POST', `/admin/redemptions/${redemption.id}/void`, { reason: 'By mistake.' }))
// Redemptions of another user and of mei at the same time.
await step(async () => {
  await kopi.redeem(ali, (await kopi.offer({ title: 'Free teh' })).id)
  await expandFanouts(deps)
  await kopi.redeem(mei, randomUUID(), { outletId: randomUUID() })
})

type Item = Record<string, unknown>
const path = `/admin/users/${redemption.userId}/timeline`
const timeline = async (query = '', call = admin) => (await call('GET', path + query)).body
const ALL = [
  [
    'refusal',
    'Unknown voucher',
    'Refused at an unknown outlet: The voucher does not exist or was never published.',
  ],
  ['delivery', 'VOUCHER_PUBLISHED', 'The webhook waits for its next attempt.'],
  ['delivery', 'REDEMPTION_VOIDED', 'The webhook waits for its next attempt.'],
  ['void', 'Free kopi', 'The redemption at Kopi Corner was voided: By mistake.'],
  ['delivery', 'REDEMPTION_CREATED', 'The webhook waits for its next attempt.'],
  ['redemption', 'Free kopi', 'Redeemed at Kopi Corner.'],
  ['refusal', 'Free kopi', 'Refused at Kopi Corner: The PIN is wrong.'],
  ['delivery', 'CLAIM_CREATED', 'The webhook waits for its next attempt.'],
  ['claim', 'Free kopi', 'Claimed the voucher.'],
  ['favorite', 'Kopi', 'Added the merchant to the favorites.'],
]
const textsOf = (items: Item[]) => items.map(({ type, title, description }) => [type, title, description])

test('200: everything that happened to the user, newest first, and nothing of others', async () => {
  const { items, nextCursor } = await timeline()
  expect(textsOf(items)).toEqual(ALL)
  expect(nextCursor).toBeNull()
  expect(items[3]).toMatchObject({ id: redemption.id, voucherId: wallet.id, outletId: kopi.outlet.id })
  expect(items[4]).toMatchObject({ deliveryState: 'PENDING', refusalCode: null, requestId: null })
  expect(items[6]).toMatchObject({
    refusalCode: 'invalid_pin',
    requestId: wrongPin.headers['x-request-id'],
    deliveryState: null,
    merchantId: kopi.merchant.id,
  })
})

test.each([1, 2, 4])('200: in pages of %i, every entry once and in the same order', async (limit) => {
  const seen: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await timeline(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(page.items.length).toBeLessThanOrEqual(limit)
    seen.push(...page.items)
    cursor = page.nextCursor
  }
  expect(textsOf(seen)).toEqual(ALL)
})

test('200: a partner reads the timeline of its own users; 404 not_found: users of other partners', async () => {
  const keyOf = async (partnerId: string) =>
    as((await admin('POST', '/admin/keys', { name: 'p', role: 'partner', partnerId })).body.key)
  expect(textsOf((await timeline('', await keyOf(bank.id))).items)).toEqual(ALL)
  const other = await keyOf((await onboardIssuer(harness)).id)
  expect((await other('GET', path)).body).toEqual({ error: 'not_found' })
})

test('404 not_found: an unknown user; 400 validation_failed: a cursor of another list', async () => {
  expect((await admin('GET', `/admin/users/${randomUUID()}/timeline`)).status).toBe(404)
  const { nextCursor } = (await admin('GET', '/admin/refusals?limit=1')).body
  expect((await admin('GET', `${path}?cursor=${nextCursor}`)).body.error).toBe('validation_failed')
})
