import { describe, expect, test } from 'vitest'
import { type Call, createHarness } from '../support/harness.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, as, served } = harness
const keyOf = async (access: object) => {
  const { body } = await admin('POST', '/admin/keys', { name: 'Key', ...access })
  return { call: as(body.key), id: body.id as string }
}

const KEY_OF_CANARY = '-----BEGIN PUBLIC KEY-----'
const URLS = { webhookUrl: 'https://canary-hook.example/x', shareUrl: 'https://canary-share.example/{path}' }
const FRAME = 'https://canary-frame.example'
const partner = await onboardIssuer(harness, { ...URLS, frameAncestors: [FRAME] })
const till = await openTill(harness)
const voucher = await till.offer({ claimFlow: 'INSTANT', redemptionCount: 5 })
const wallet = await till.offer({ claimFlow: 'WALLET' })
const stored = (await admin('GET', `/admin/partners/${partner.id}`)).body
const PLANTED = { id: 'canary-user-7', note: 'canary-note', gpsAccuracyMeters: 77.654321 }
const customer = as(partner.mint({ sub: PLANTED.id }))
const place = till.bodyFor(voucher.id, { gpsAccuracyMeters: PLANTED.gpsAccuracyMeters })
const position = {
  consumerLat: Number(place.consumerLat) + 0.000123,
  consumerLng: Number(place.consumerLng) + 0.000321,
}
const redemption = (await customer('POST', '/me/redemptions', { ...place, ...position })).body
const far = { consumerLat: 1.234567, consumerLng: 102.345678 }
expect((await customer('POST', '/me/redemptions', { ...place, ...far })).body.error).toBe('too_far')
expect((await customer('POST', '/me/claims', { voucherId: wallet.id })).status).toBe(201)
const reviewer = await keyOf({ role: 'support' })
const review = { outcome: 'REJECTED', note: PLANTED.note }
const reviewed = await reviewer.call('POST', `/admin/redemptions/${redemption.id}/review`, review)
expect(reviewed.status).toBe(200)

const merchant = await keyOf({ role: 'merchant', merchantIds: [till.merchant.id] })
const desk = await keyOf({ role: 'partner-support', partnerId: partner.id })

/** The text of every response to a read that the role may call, CSV included. */
async function readEverything(call: Call, role: string): Promise<string> {
  const targets = [`redemption:${redemption.id}`, `partner:${partner.id}`, `user:${redemption.userId}`]
  const ids: Record<string, string> = {
    ...{ partners: partner.id, merchants: till.merchant.id, outlets: till.outlet.id, vouchers: voucher.id },
    ...{ users: redemption.userId, redemptions: redemption.id, statements: '2026-11' },
  }
  const texts: string[] = []
  for (const { method, path, roles } of served) {
    if (method !== 'GET' || !path.startsWith('/admin') || !roles?.includes(role as never)) continue
    const url = path.replace(/\{\w+\}/, ids[path.split('/')[2] ?? ''] ?? redemption.id)
    const queries = path.includes('history')
      ? targets.map((target) => `target=${target}`)
      : path.includes('search')
        ? [`q=${redemption.id}`]
        : path.includes('statements')
          ? [`month=${redemption.redeemedAt.slice(0, 7)}`]
          : path.includes('redeemability')
            ? [`voucherId=${voucher.id}&outletId=${till.outlet.id}`]
            : ['groupBy=outlet']
    for (const query of queries) {
      const { status, body } = await call('GET', `${url}?${query}`)
      if (status === 200) texts.push(`${path} ${typeof body === 'string' ? body : JSON.stringify(body)}`)
    }
  }
  return texts.join('\n')
}

describe('merchant', () => {
  const canaries = [
    ...[PLANTED.id, PLANTED.note, String(PLANTED.gpsAccuracyMeters), reviewer.id],
    ...[String(position.consumerLat), String(position.consumerLng), '1.234567', '102.345678'],
  ]

  test('no read and no CSV has the customer’s id, position or review; an admin finds them there', async () => {
    const asMerchant = await readEverything(merchant.call, 'merchant')
    for (const canary of canaries) expect(asMerchant).not.toContain(canary)
    const asAdmin = await readEverything(admin, 'merchant')
    for (const canary of canaries.slice(0, 6)) expect(asAdmin).toContain(canary)
  })

  test('the counter keeps what it needs: user id, distance, code and outcome', async () => {
    const { body } = await merchant.call('GET', `/admin/redemptions/${redemption.id}`)
    expect(body).toMatchObject({
      ...{ userId: redemption.userId, externalUserId: null, gpsAccuracyMeters: null },
      ...{ consumerLat: null, consumerLng: null, code: redemption.code },
      review: { outcome: 'REJECTED', note: null, reviewedBy: null, reviewedAt: expect.any(String) },
    })
    expect(body.gpsDistanceMeters).toBe(redemption.gpsDistanceMeters)
  })

  test('no search and no filter tells one customer’s id from another', async () => {
    for (const q of [PLANTED.id, PLANTED.note, 'nobody'])
      expect((await merchant.call('GET', `/admin/search?q=${q}`)).body.items).toEqual([])
    for (const path of ['redemptions', 'refusals', 'claims']) {
      const of = async (id: string) =>
        (await merchant.call('GET', `/admin/${path}?externalUserId=${id}`)).body
      expect(await of(PLANTED.id)).toEqual(await of('nobody'))
    }
  })
})

describe('partner-support', () => {
  const canaries = [URLS.webhookUrl, URLS.shareUrl, FRAME, stored.jwksUrl ?? KEY_OF_CANARY]

  test('no read has the URLs and keys of the partner; an admin finds them there', async () => {
    const asDesk = await readEverything(desk.call, 'partner-support')
    for (const canary of [...canaries, 'canary-hook', 'canary-frame']) expect(asDesk).not.toContain(canary)
    expect(asDesk).toContain(PLANTED.id)
    const asAdmin = await readEverything(admin, 'partner-support')
    for (const canary of canaries) expect(asAdmin).toContain(canary)
  })

  test('403 forbidden: the history of the partner, which has its URLs; that of its users is readable', async () => {
    const history = (target: string) => desk.call('GET', `/admin/history?target=${target}`)
    expect((await history(`partner:${partner.id}`)).status).toBe(403)
    expect((await history(`user:${redemption.userId}`)).status).toBe(200)
  })
})
