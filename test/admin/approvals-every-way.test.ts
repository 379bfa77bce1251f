import { expect, test } from 'vitest'
import { setTemporaryWebhookUrl } from '../../src/cli/commands/temporary-webhook-url.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { CLI, SYSTEM } from '../../src/domain/actors/caller.ts'
import { createOutlet, updateOutlet } from '../../src/domain/catalog/outlets.ts'
import { SentForApproval } from '../../src/domain/guarded-changes/guard.ts'
import { runOutletImports } from '../../src/domain/imports/write-outlets.ts'
import { copyLiveKeys } from '../../src/domain/sandbox/copy-keys.ts'
import { settleDueSchedules } from '../../src/domain/vouchers/due-schedules.ts'
import { publishVoucher } from '../../src/domain/vouchers/publication.ts'
import { scheduleVoucher } from '../../src/domain/vouchers/schedule.ts'
import { updateVoucher } from '../../src/domain/vouchers/vouchers.ts'
import { updatePartner } from '../../src/domain/webhooks/update-partner.ts'
import { openApprovalScene } from '../support/approval-scene.ts'
import { createHarness } from '../support/harness.ts'
import { onboardIssuer } from '../support/tokens.ts'

/** Every way to change a guarded field. While approvals are on, none of them changes anything that is live. */

/** Shorter than a proof of identity lasts. */
const SOON_MS = 2 * 60 * 1000
const harness = await createHarness()
const { db, deps, clock } = harness
const { admin, aina, bala, market, require, approve } = await openApprovalScene(harness)

const merchant = await market.merchant({ name: 'Kopi' })
const outlet = await market.outlet(merchant.id, { name: 'Suria', pin: '4711' })
const offer = await market.offer(merchant.id, {
  ...{ globalRedemptionCap: 500, redemptionValue: { amount: '5.00', currency: 'MYR' } },
})
const draft = await market.draft(merchant.id)
const once = await market.offer(merchant.id)
const limited = await market.offer(merchant.id)
const endsAt = (days: number) => new Date(clock.now.getTime() + days * 24 * 60 * 60 * 1000).toISOString()
const end = (unpublishAt: string | null) => ({ publishAt: null, unpublishAt })
await admin('PUT', `/admin/vouchers/${limited.id}/schedule`, end(endsAt(10)))
await market.unpublish(once.id)
const bank = await onboardIssuer(harness)
const twin = (await admin('POST', `/admin/partners/${bank.id}/sandbox`)).body
const key = async (access: object) =>
  harness.as((await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key)
const asMerchant = await key({ role: 'merchant', merchantIds: [merchant.id] })
const asPartner = await key({ role: 'partner', partnerId: bank.id })
await require()

/** What is live: the guarded columns of live records, and which outlets can be redeemed at. */
const live = () => db`
  select json_build_object(
    'vouchers', (
      select json_agg(json_build_array(vouchers.id, status, value_minor, value_currency, global_redemption_cap,
          redemption_count, cycle, valid_from, valid_until, applicable_from, applicable_until, unpublish_at) order by vouchers.id)
      from vouchers join merchants on merchants.id = merchant_id
      where merchants.mode = 'live' and status = 'PUBLISHED'
    ),
    'pins', (
      select json_agg(json_build_array(outlets.id, encode(pin_hash, 'hex')) order by outlets.id)
      from outlets join merchants on merchants.id = merchant_id
      where merchants.mode = 'live' and pin_hash is not null
    ),
    'partners', (
      select json_agg(json_build_array(id, webhook_url, share_url, frame_ancestors, jwks_url, public_key, next_public_key,
          scope_merchant_ids, scope_categories) order by id)
      from partners where mode = 'live' and not disabled
    ),
    'settings', (select json_agg(is_required) from approval_settings)
  )::text as live`

const CSV = { 'content-type': 'text/csv' }
const file = 'name,addressLine,city,countryCode,pin\nSuria,Road 1,KL,MY,1357\nNew,Road 2,KL,MY,2468\n'
const KEY = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
const newPartner = (slug: string) => ({
  ...{ slug, name: 'New', displayName: 'New', logoPath: 'https://new.example/logo.png', publicKey: KEY },
  jwtIssuer: `https://${slug}.example`,
})
const voucherPath = `/admin/vouchers/${offer.id}`
const partnerPath = `/admin/partners/${bank.id}`
const outletPath = `/admin/outlets/${outlet.id}`
const newOutlet = { addressLine: 'Road 3', city: 'KL', countryCode: 'MY', pin: '8642' }

const soon = () => ({
  publishAt: new Date(clock.now.getTime() + SOON_MS).toISOString(),
  unpublishAt: null,
})

/** `requests`: how many requests the way stores. */
const WAYS: [name: string, requests: number, act: () => Promise<unknown>][] = [
  ['publish, by an admin', 1, () => aina('POST', `/admin/vouchers/${draft.id}/publish`)],
  ['publish again, by an admin key', 1, () => admin('POST', `/admin/vouchers/${once.id}/publish`)],
  ['publish, by a merchant key', 1, () => asMerchant('POST', `/admin/vouchers/${draft.id}/publish`)],
  ['schedule, by a merchant key', 1, () => asMerchant('PUT', `/admin/vouchers/${draft.id}/schedule`, soon())],
  ['schedule, by the command line', 1, () => scheduleVoucher(deps, CLI, draft.id, soon(), null)],
  [
    'a later end of a published voucher',
    1,
    () => aina('PUT', `/admin/vouchers/${limited.id}/schedule`, end(endsAt(11))),
  ],
  [
    'no end of a published voucher',
    1,
    () => asMerchant('PUT', `/admin/vouchers/${limited.id}/schedule`, end(null)),
  ],
  ['publish, in the process', 1, () => publishVoucher(deps, SYSTEM, draft.id)],
  ['value', 1, () => aina('PATCH', voucherPath, { redemptionValue: { amount: '6.00', currency: 'MYR' } })],
  ['no value', 1, () => aina('PATCH', voucherPath, { redemptionValue: null })],
  ['a higher cap', 1, () => asMerchant('PATCH', voucherPath, { globalRedemptionCap: 501 })],
  ['no cap', 1, () => asMerchant('PATCH', voucherPath, { globalRedemptionCap: null })],
  ['times per user', 1, () => aina('PATCH', voucherPath, { redemptionCount: 2 })],
  ['start', 1, () => aina('PATCH', voucherPath, { validFrom: '2026-01-01T00:00:00Z' })],
  ['end', 1, () => aina('PATCH', voucherPath, { validUntil: '2031-01-01T00:00:00Z' })],
  ['redeemable from', 1, () => aina('PATCH', voucherPath, { applicableFrom: '2026-01-01T00:00:00Z' })],
  ['redeemable until', 1, () => aina('PATCH', voucherPath, { applicableUntil: '2031-01-01T00:00:00Z' })],
  [
    'a lower cap with a value',
    1,
    () => aina('PATCH', voucherPath, { globalRedemptionCap: 1, redemptionValue: null }),
  ],
  ['terms, in the process', 1, () => updateVoucher(deps, CLI, offer.id, { redemptionCount: 7 }, null)],
  ['PIN', 1, () => aina('PATCH', outletPath, { pin: '1234', city: 'Ipoh' })],
  ['no PIN', 1, () => asMerchant('PATCH', outletPath, { pin: null })],
  ['PIN, in the process', 1, () => updateOutlet(deps, CLI, outlet.id, { pin: '1122' }, null)],
  [
    'generated PINs',
    1,
    () => aina('POST', `/admin/merchants/${merchant.id}/outlets/pins`, { outletIds: [outlet.id] }),
  ],
  [
    'a new outlet with a PIN',
    1,
    () => aina('POST', `/admin/merchants/${merchant.id}/outlets`, { ...newOutlet, name: 'A' }),
  ],
  [
    'a new outlet with a PIN, by the command line',
    1,
    () => createOutlet(deps, CLI, merchant.id, { ...newOutlet, name: 'B' }),
  ],
  ['import with PINs', 1, () => aina('POST', `/admin/merchants/${merchant.id}/outlets/import`, file, CSV)],
  [
    'import with PINs in the background',
    1,
    async () => {
      await aina('POST', `/admin/merchants/${merchant.id}/outlet-imports`, file, CSV)
      await runOutletImports(deps)
    },
  ],
  [
    'webhook URL, by the partner',
    1,
    () => asPartner('PATCH', partnerPath, { webhookUrl: 'https://new.example/hooks' }),
  ],
  ['share URL', 1, () => aina('PATCH', partnerPath, { shareUrl: 'https://new.example/open{path}' })],
  ['frame ancestors', 1, () => aina('PATCH', partnerPath, { frameAncestors: ['https://new.example'] })],
  ['JWKS URL', 1, () => aina('PATCH', partnerPath, { jwksUrl: 'https://new.example/jwks', publicKey: null })],
  ['public key, by the partner', 1, () => asPartner('PATCH', partnerPath, { publicKey: KEY })],
  ['next public key', 1, () => aina('PATCH', partnerPath, { nextPublicKey: KEY })],
  ['scope', 1, () => aina('PATCH', partnerPath, { scope: { merchantIds: [merchant.id], categories: [] } })],
  [
    'webhook URL, by the command line',
    1,
    () => updatePartner(deps, CLI, bank.id, { webhookUrl: 'https://cli.example' }, null),
  ],
  [
    'webhook URL of counterfoil listen',
    0,
    () => setTemporaryWebhookUrl(deps, bank.id, 'http://localhost:4000'),
  ],
  ['a new partner', 1, () => aina('POST', '/admin/partners', newPartner('new-bank'))],
  ['keys of the test twin, onto the live partner', 0, () => copyLiveKeys(deps, CLI, bank.id)],
  ['demo data', 0, () => loadDemo(deps)],
  ['the setting itself', 1, () => aina('PUT', '/admin/settings/approvals', { isRequired: false })],
]

test.each(WAYS)('%s: nothing live changes, %i request', async (_, requests, act) => {
  const count = async () => (await db`select count(*)::int as n from approvals where state = 'PENDING'`)[0]?.n
  const [before, waiting] = [await live(), await count()]
  const response = (await act()) as { status?: number }
  if (response?.status === 200) throw new Error('the change was made at once')
  expect(await live()).toEqual(before)
  expect((await count()) - waiting).toBe(requests)
})

test('a partner that was disabled is enabled with an approval', async () => {
  const [row] = await db`select id, disabled from partners where slug = 'new-bank'`
  expect(row?.disabled).toBe(true)
  expect((await admin('PATCH', `/admin/partners/${row?.id}`, { disabled: false })).status).toBe(202)
  const [request] = (await bala('GET', `/admin/approvals?target=partner:${row?.id}`)).body.items.slice(-1)
  expect(request.summary).toBe('Enabled')
  expect((await approve(bala, { body: request } as never)).status).toBe(200)
  expect((await admin('GET', `/admin/partners/${row?.id}`)).body.disabled).toBe(false)
})

test('at once: disabling a partner; test partners and test merchants', async () => {
  expect(
    (await aina('PATCH', `/admin/partners/${twin.id}`, { webhookUrl: 'https://t.example/h' })).status,
  ).toBe(200)
  expect((await aina('POST', `/admin/partners/${bank.id}/sandbox/keys`)).status).toBe(200)
  const [shop] = await deps.homeDb`select merchants.id from merchants where mode = 'test' limit 1`
  const till = await aina('POST', `/admin/merchants/${shop?.id}/outlets`, { ...newOutlet, name: 'T' })
  expect([till.status, till.body.hasPin]).toEqual([201, true])
  expect((await aina('PATCH', partnerPath, { disabled: true })).status).toBe(200)
})

test('at once: an earlier end of a published voucher; a later one once it is approved', async () => {
  const path = `/admin/vouchers/${limited.id}`
  expect((await aina('PUT', `${path}/schedule`, end(endsAt(9)))).status).toBe(200)
  const later = await aina('PUT', `${path}/schedule`, end(endsAt(12)))
  expect([later.status, later.body.changes.length]).toEqual([202, 1])
  expect((await approve(bala, later)).status).toBe(200)
  expect((await aina('GET', path)).body.unpublishAt).toBe(endsAt(12))
})

test('a schedule: it lapses with the terms that were approved, and publishes only with an approval', async () => {
  const { id } = await market.draft(merchant.id)
  const [path, target] = [`/admin/vouchers/${id}`, `voucher:${id}`]
  const approvedSchedule = async () => {
    const requested = await aina('PUT', `${path}/schedule`, soon())
    expect([requested.status, requested.body.target]).toEqual([202, target])
    expect((await approve(bala, requested)).status).toBe(200)
    return (await aina('GET', path)).body.publishAt
  }
  expect(await approvedSchedule()).not.toBe(null)
  expect((await aina('PATCH', path, { description: 'Not a term.' })).body.publishAt).not.toBe(null)
  expect((await aina('PATCH', path, { redemptionCount: 9 })).body.publishAt).toBe(null)
  const statusThen = async () => {
    clock.advance(SOON_MS)
    await settleDueSchedules(deps)
    return (await aina('GET', path)).body
  }
  expect(await statusThen()).toMatchObject({ status: 'DRAFT', scheduleFailure: null })
  await approvedSchedule()
  // As a schedule that is older than the setting.
  await db`update vouchers set scheduled_by = scheduled_by || '{"isApproved": false}' where id = ${id}`
  expect(await statusThen()).toMatchObject({
    ...{ status: 'DRAFT', publishAt: null },
    scheduleFailure: { issues: [{ path: '/publishAt', message: 'needs approval' }] },
  })
  await approvedSchedule()
  expect(await statusThen()).toMatchObject({
    status: 'PUBLISHED',
    publishAt: null,
    scheduleFailure: null,
  })
})

test('PINs: the request has hashes only, generated ones are shown once, and work once approved', async () => {
  const generated = await aina('POST', `/admin/merchants/${merchant.id}/outlets/pins`, {
    outletIds: [outlet.id],
  })
  const [{ pin }] = generated.body.items
  const stored = JSON.stringify(await db`select * from approvals where id = ${generated.body.id}`)
  expect([stored.includes(`"${pin}"`), stored.includes('hash')]).toEqual([false, true])
  const shown = JSON.stringify((await bala('GET', `/admin/approvals/${generated.body.id}`)).body)
  expect([shown.includes('hash'), shown.includes(`"${pin}"`)]).toEqual([false, false])
  expect((await approve(bala, generated)).status).toBe(200)
  const [row] = await db`select pin_hash from outlets where id = ${outlet.id}`
  expect(deps.vault.pinMatches(outlet.id, pin, row?.pinHash)).toBe(true)
})

test('an import: one request has the PINs of the file, and the import names it', async () => {
  const name = async (id: string) => (await db`select id, pin_hash from outlets where name = ${id}`)[0]
  const { body: started } = await aina(
    'POST',
    `/admin/merchants/${merchant.id}/outlet-imports`,
    file.replace('New', 'Newer'),
    CSV,
  )
  await runOutletImports(deps)
  const { body: done } = await aina('GET', `/admin/outlet-imports/${started.id}`)
  expect(done).toMatchObject({ state: 'DONE', written: 2, approvalId: expect.any(String) })
  expect((await name('Newer'))?.pinHash).toBe(null)
  const { body: request } = await bala('GET', `/admin/approvals/${done.approvalId}`)
  expect(request.summary).toContain('New PINs set to 2')
  expect((await approve(bala, { body: request } as never)).status).toBe(200)
  const newer = await name('Newer')
  expect(deps.vault.pinMatches(newer?.id, '2468', newer?.pinHash)).toBe(true)
})

test('SentForApproval is what an operation returns', async () => {
  expect(await updateVoucher(deps, CLI, offer.id, { redemptionCount: 8 }, null)).toBeInstanceOf(
    SentForApproval,
  )
})
