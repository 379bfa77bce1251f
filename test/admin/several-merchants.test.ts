import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, as, clock, db } = harness
const tills = [await openTill(harness), await openTill(harness), await openTill(harness)] as const
const [kopi, teh, roti] = tills.map(({ merchant }) => merchant.id as string) as [string, string, string]
const partner = await onboardIssuer(harness)
const customer = as(partner.mint({ sub: 'customer' }))
const redemptions: string[] = []
for (const till of tills) {
  const { id: voucherId } = await till.offer({ claimFlow: 'INSTANT' })
  const redeemed = await customer('POST', '/me/redemptions', till.bodyFor(voucherId))
  expect(redeemed.status).toBe(201)
  redemptions.push(redeemed.body.id)
}

// Stats count what was redeemed before now.
clock.advance(60_000)

const keyOf = async (merchantIds: string[]) =>
  as((await admin('POST', '/admin/keys', { name: 'Chain', role: 'merchant', merchantIds })).body.key)
const asChain = await keyOf([kopi, teh])
const idsIn = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id).sort()

describe('a key with two of three merchants', () => {
  test('lists show the rows of both, and a filter by one of them the rows of that one', async () => {
    expect(idsIn((await asChain('GET', '/admin/merchants')).body)).toEqual([kopi, teh].sort())
    const all = await asChain('GET', '/admin/redemptions?count=true')
    expect(idsIn(all.body)).toEqual(redemptions.slice(0, 2).sort())
    expect(all.body.count).toEqual({ value: 2, isExact: true })
    const one = await asChain('GET', `/admin/redemptions?merchantId=${teh}`)
    expect(idsIn(one.body)).toEqual([redemptions[1]])
    expect((await asChain('GET', `/admin/redemptions?merchantId=${roti}`)).body.items).toEqual([])
    const vouchers = await asChain('GET', '/admin/vouchers')
    expect(new Set(vouchers.body.items.map((one: { merchantId: string }) => one.merchantId))).toEqual(
      new Set([kopi, teh]),
    )
  })

  test('stats add up both, by merchant and for one of them; the third adds nothing', async () => {
    const of = async (query: string) => (await asChain('GET', `/admin/stats?${query}`)).body
    expect((await of('')).redemptions).toBe(2)
    expect((await of(`merchantId=${kopi.toUpperCase()}`)).redemptions).toBe(1)
    expect((await of(`merchantId=${roti}`)).redemptions).toBe(0)
    const { groups } = await of('groupBy=merchant')
    expect(groups.map(({ id }: { id: string }) => id).sort()).toEqual([kopi, teh].sort())
  })

  test('404 not_found for records of the third; its own can be changed', async () => {
    const rename = { description: 'Changed.' }
    expect((await asChain('PATCH', `/admin/merchants/${teh}`, rename)).status).toBe(200)
    expect((await asChain('PATCH', `/admin/merchants/${roti}`, rename)).status).toBe(404)
    expect((await asChain('GET', `/admin/redemptions/${redemptions[2]}`)).status).toBe(404)
  })

  test('an image counts towards the quota of the merchant that is named, by default of the first', async () => {
    const picture = (name: string) => readFileSync(`src/demo/pictures/${name}.webp`)
    const upload = (query: string, name: string) =>
      asChain('POST', `/admin/images${query}`, picture(name), { 'content-type': 'image/webp' })
    expect((await upload(`?merchantId=${teh}`, 'kopi-cup')).status).toBe(201)
    expect((await upload('', 'demo-bank-logo')).status).toBe(201)
    expect((await upload(`?merchantId=${roti}`, 'kopi-cup')).status).toBe(404)
    const stored = await db<{ merchantId: string }[]>`select merchant_id from images order by uploaded_at`
    expect(stored.map(({ merchantId }) => merchantId)).toEqual([teh, kopi])
  })
})

test('a person gets and loses merchants: sessions end, and the history names them', async () => {
  const added = await admin('POST', '/admin/staff', {
    ...{ email: 'siti@kopi.example', name: 'Siti', role: 'merchant', merchantIds: [kopi] },
  })
  const path = `/admin/staff/${added.body.id}`
  const changed = await admin('PATCH', path, { merchantIds: [kopi, teh] })
  expect(changed.body.merchantIds).toEqual([kopi, teh])
  const history = await admin('GET', `/admin/history?target=staff:${added.body.id}`)
  const { name } = (await admin('GET', `/admin/merchants/${teh}`)).body
  expect(history.body.items[0].summary).toBe(`Merchants: ${name} added`)
})

test.each([
  ['none', []],
  ['an unknown one', [kopi, randomUUID()]],
  ['one twice, in another case', [kopi, kopi.toUpperCase()]],
  ['more than 100', Array.from({ length: 101 }, () => randomUUID())],
])('400 validation_failed: %s', async (_title, merchantIds) => {
  for (const path of ['/admin/keys', '/admin/staff']) {
    const who = path === '/admin/keys' ? {} : { email: 'new@kopi.example' }
    const { status, body } = await admin('POST', path, { ...who, name: 'New', role: 'merchant', merchantIds })
    expect([status, body.issues[0].path]).toEqual([400, '/merchantIds'])
  }
})
