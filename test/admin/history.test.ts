import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { OWN, openStaffScene, withCookie } from '../support/staff-scene.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const till = await openTill(harness)
const issuer = await onboardIssuer(harness)
const { member, visitor } = openStaffScene(harness)
const keyOf = async (access: object) => (await admin('POST', '/admin/keys', { name: 'Till', ...access })).body
const merchantKey = await keyOf({ role: 'merchant', merchantIds: [till.merchant.id] })
const partnerKey = await keyOf({ role: 'partner', partnerId: issuer.partner.id })
const [asMerchant, asPartner] = [as(merchantKey.key), as(partnerKey.key)]

const voucher = await till.offer({ globalRedemptionCap: 500 })
const target = `voucher:${voucher.id}`
const historyOf = (of: string, call = admin, more = '') => call('GET', `/admin/history?target=${of}${more}`)
const summaries = async (of: string, call = admin): Promise<string[]> => {
  const { status, body } = await historyOf(of, call)
  expect(status).toBe(200)
  return body.items.map(({ summary }: { summary: string }) => summary)
}

test('200: who changed what, in words, newest first, in pages', async () => {
  const aina = await member({ role: 'admin', name: 'Aina Rahman' })
  const path = `/admin/vouchers/${voucher.id}`
  const changed = await visitor('PATCH', path, { globalRedemptionCap: 300 }, withCookie(aina.cookie, OWN))
  expect(changed.status).toBe(200)
  await asMerchant('PATCH', path, { outletIds: [till.outlet.id] })
  const { body } = await historyOf(target)
  expect(body.items.map(({ summary }: { summary: string }) => summary)).toEqual([
    `Outlets every outlet → ${till.outlet.name}`,
    'Cap 500 → 300',
    'Published',
    'Created',
  ])
  expect(body.items[1]).toMatchObject({
    actor: { kind: 'staff', id: aina.id, name: 'Aina Rahman' },
    action: 'voucher.update',
    changes: [{ field: 'Cap', property: 'globalRedemptionCap', from: '500', to: '300' }],
    facts: {
      sentence: 'changes',
      details: {},
      changes: [
        {
          ...{ property: 'globalRedemptionCap', field: 'globalRedemptionCap', change: 'VALUE' },
          from: { type: 'NUMBER', value: '500' },
          to: { type: 'NUMBER', value: '300' },
        },
      ],
    },
  })
  const first = (await historyOf(target, admin, '&limit=3')).body
  const second = (await historyOf(target, admin, `&limit=3&cursor=${first.nextCursor}`)).body
  expect([...first.items, ...second.items]).toEqual(body.items)
  expect(second.nextCursor).toBeNull()
  expect((await historyOf(target.toUpperCase().replace('VOUCHER', 'voucher'))).body).toEqual(body)
})

test('a merchant reads the names of its own people and keys, and Operator for all others', async () => {
  const siti = await member({ role: 'merchant', merchantIds: [till.merchant.id], name: 'Siti' })
  const path = `/admin/vouchers/${voucher.id}`
  await visitor('PATCH', path, { terms: 'Dine-in only.' }, withCookie(siti.cookie, OWN))
  const { items } = (await historyOf(target, asMerchant)).body
  const actors = items.map(({ actor }: { actor: object }) => actor)
  const hidden = { id: null, name: 'Operator' }
  expect(actors.slice(0, 3)).toEqual([
    { kind: 'staff', id: siti.id, name: 'Siti' },
    { kind: 'key', id: merchantKey.id, name: 'Till' },
    { kind: 'staff', ...hidden },
  ])
  expect(actors.at(-1)).toEqual({ kind: 'key', ...hidden })
})

test('each kind of record has its history; that of a merchant leaves out outlets and vouchers', async () => {
  const [merchantId, outletId] = [till.merchant.id, till.outlet.id]
  const user = visitorsOf(harness, issuer)('history')
  const redemption = (await till.redeem(user, voucher.id)).body
  await admin('PATCH', `/admin/merchants/${merchantId}`, { isNew: true })
  await admin('PATCH', `/admin/outlets/${outletId}`, { pin: '8642' })
  await admin('PATCH', `/admin/partners/${issuer.partner.id}`, {
    scope: { merchantIds: [merchantId], categories: [] },
  })
  await admin('PUT', '/admin/categories/F_AND_B', { name: 'Food', subCategories: [] })
  await admin('POST', `/admin/redemptions/${redemption.id}/void`, { reason: 'Twice.' })
  const person = await member({ name: 'Lim' })
  await admin('PATCH', `/admin/staff/${person.id}`, { name: 'Lim Wei' })
  const key = await keyOf({ role: 'support' })
  await admin('DELETE', `/admin/keys/${key.id}`)

  expect(await summaries(`merchant:${merchantId}`)).toEqual(['Marked as new', 'Created'])
  expect(await summaries(`outlet:${outletId}`)).toEqual(['PIN changed', 'Created'])
  expect((await summaries(`partner:${issuer.partner.id}`))[0]).toMatch(/^Scope everything → /)
  expect((await summaries('category:F_AND_B'))[0]).toContain('→ “Food”')
  expect(await summaries(`redemption:${redemption.id}`)).toEqual(['Voided'])
  expect((await summaries(`staff:${person.id}`))[0]).toBe('Name “Lim” → “Lim Wei”')
  expect(await summaries(`key:${key.id}`)).toEqual(['Revoked', 'Created'])
  const { userId } = (await admin('GET', `/admin/redemptions/${redemption.id}`)).body
  expect(await summaries(`user:${userId}`, asPartner)).toEqual(await summaries(`user:${userId}`))
})

test('403 forbidden for a role that may not read such a record; 404 not_found for another’s or an unknown one', async () => {
  const other = (await admin('POST', '/admin/merchants', { name: 'O', slug: 'o', category: 'F_AND_B' })).body
    .id
  const outcomes = async (call: Call, targets: string[]) => {
    const statuses: number[] = []
    for (const each of targets) statuses.push((await historyOf(each, call)).status)
    return statuses
  }
  const [merchant, partner] = [`merchant:${till.merchant.id}`, `partner:${issuer.partner.id}`]
  const withheld = [`staff:${randomUUID()}`, `key:${merchantKey.id}`]
  expect(await outcomes(asMerchant, [merchant, target, 'category:F_AND_B'])).toEqual([200, 200, 200])
  expect(await outcomes(asMerchant, [partner, `user:${randomUUID()}`, ...withheld])).toEqual([
    403, 403, 403, 403,
  ])
  expect(await outcomes(asMerchant, [`merchant:${other}`, `outlet:${randomUUID()}`])).toEqual([404, 404])
  expect(await outcomes(asPartner, [partner, 'category:F_AND_B'])).toEqual([200, 200])
  expect(await outcomes(asPartner, [merchant, target, ...withheld])).toEqual([403, 403, 403, 403])
  expect(await outcomes(asPartner, [`partner:${randomUUID()}`, `user:${randomUUID()}`])).toEqual([404, 404])
  expect(await outcomes(admin, [`voucher:${randomUUID()}`, 'category:NO_SUCH'])).toEqual([404, 404])
})

test.each([
  '',
  '?target=voucher',
  '?target=voucher:1',
  `?target=voucher:${'-'.repeat(36)}`,
  `?target=image:${randomUUID()}`,
  '?target=category:x',
])('400 validation_failed: /admin/history%s', async (query) => {
  const { status, body } = await admin('GET', `/admin/history${query}`)
  expect([status, body.error]).toEqual([400, 'validation_failed'])
})

test('an entry of the audit log has the same words, and the name of its record', async () => {
  const { items } = (await admin('GET', `/admin/audit?target=${target}`)).body
  const history = (await historyOf(target)).body.items
  const inWords = ({ id, summary, changes, facts }: Record<string, unknown>) => ({
    id,
    summary,
    changes,
    facts,
  })
  expect(items.map(inWords)).toEqual(history.map(inWords))
  expect(items[0].targetName).toBe(voucher.title)
})
