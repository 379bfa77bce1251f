import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const till = await openTill(harness)
const issuer = await onboardIssuer(harness)
const { id, userId } = (await till.redeem(visitorsOf(harness, issuer)('mei'), (await till.offer()).id)).body
const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key)
const asSupport = await keyOf({ role: 'support' })
const asMerchant = await keyOf({ role: 'merchant', merchantIds: [till.merchant.id] })
const asPartner = await keyOf({ role: 'partner', partnerId: issuer.partner.id })
const ofMerchant = `merchant:${till.merchant.id}`

const add = (target: string, text: string, call = asSupport) => call('POST', '/admin/notes', { target, text })
const texts = async (target: string, call = asSupport) =>
  (await call('GET', `/admin/notes?target=${target}`)).body.items.map(({ text }: { text: string }) => text)

test('a note has its author and time; history says only that one was added or removed', async () => {
  for (const target of [`user:${userId}`, `redemption:${id}`, ofMerchant]) {
    const { status, body } = await add(
      target.toUpperCase().replace(/^\w+/, target.split(':')[0] as string),
      'Secret.',
    )
    expect([status, body]).toMatchObject([
      201,
      { target, author: { kind: 'key', name: 'Key' }, mayRemove: true },
    ])
    await add(target, 'Later.', admin)
    expect(await texts(target)).toEqual(['Later.', 'Secret.'])
    expect((await asSupport('DELETE', `/admin/notes/${body.id}`)).status).toBe(204)
    expect(await texts(target)).toEqual(['Later.'])
    const history = (await admin('GET', `/admin/history?target=${target}&limit=3`)).body.items
    const words = history.map(({ summary }: { summary: string }) => summary)
    expect(words).toEqual(['Note removed', 'Note added', 'Note added'])
    expect(JSON.stringify(history)).not.toContain('Secret')
  }
})

test('a merchant sees neither notes about customers nor the operator’s notes about it; the operator sees the merchant’s', async () => {
  for (const target of [`user:${userId}`, `redemption:${id}`]) {
    expect((await asMerchant('GET', `/admin/notes?target=${target}`)).status).toBe(403)
    expect((await add(target, 'x', asMerchant)).status).toBe(403)
  }
  const { id: hidden } = (await add(ofMerchant, 'Pays late.')).body
  const own = (await add(ofMerchant, 'Closed in May.', asMerchant)).body
  expect(await texts(ofMerchant, asMerchant)).toEqual(['Closed in May.'])
  expect(await texts(ofMerchant)).toEqual(expect.arrayContaining(['Pays late.', 'Closed in May.']))
  expect((await asMerchant('DELETE', `/admin/notes/${hidden}`)).status).toBe(404)
  const history = (await asMerchant('GET', `/admin/history?target=redemption:${id}`)).body.items
  expect(JSON.stringify(history)).not.toContain('Note')
  expect((await asSupport('DELETE', `/admin/notes/${own.id}`)).status).toBe(403)
  expect((await admin('DELETE', `/admin/notes/${own.id}`)).status).toBe(204)
})

test('403 for a partner, 404 for a record that does not exist or belongs to another merchant', async () => {
  expect((await add(`user:${userId}`, 'x', asPartner)).status).toBe(403)
  expect((await add(`user:${randomUUID()}`, 'x')).status).toBe(404)
  const other = await openTill(harness)
  expect((await add(`merchant:${other.merchant.id}`, 'x', asMerchant)).status).toBe(404)
})
