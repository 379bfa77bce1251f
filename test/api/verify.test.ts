import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, server } = harness
const issuer = await onboardIssuer(harness)
const by = visitorsOf(harness, issuer)('mei', { email: 'mei@example.com' })
const till = await openTill(harness, { name: 'Kopi & Sons', timezone: 'Asia/Kuala_Lumpur' })
const voucher = await till.offer({
  title: '{b}Free{/b} kopi',
  codeSource: 'AUTO',
  translations: { ms: { title: 'Kopi {b}percuma{/b}' } },
})
const redeemed = (await till.redeem(by, voucher.id)).body

let visitors = 0
const open = (code: string, { language = 'en', address = '' } = {}) => {
  visitors += 1
  const remoteAddress = address || `203.0.113.${visitors % 250}`
  return server.inject({
    url: `/verify/${encodeURIComponent(code)}`,
    headers: { 'accept-language': language },
    remoteAddress,
  })
}

test('200: merchant, outlet, title, time and state; never person, partner, dispensed code or flag', async () => {
  expect(redeemed.verifyCode).toMatch(/^[0-9A-Z]{6}-[0-9A-Z]{6}$/)
  const { statusCode, body, headers } = await open(redeemed.verifyCode)
  expect(statusCode).toBe(200)
  for (const shown of ['Redeemed', 'Kopi &amp; Sons', 'Kopi Corner', 'Free kopi', 'GMT+8'])
    expect(body).toContain(shown)
  const { partner } = issuer
  for (const secret of [
    redeemed.code,
    redeemed.userId,
    redeemed.id,
    'mei',
    partner.slug,
    partner.id,
    'FLAGGED',
    'gps',
  ])
    expect(body).not.toContain(secret)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('200: the language of the browser; Arabic runs from right to left', async () => {
  const malay = (await open(redeemed.verifyCode, { language: 'ms-MY' })).body
  for (const shown of ['Telah ditebus', 'Kopi percuma']) expect(malay).toContain(shown)
  expect((await open(redeemed.verifyCode, { language: 'zh-CN' })).body).toContain('已使用')
  const arabic = await open(redeemed.verifyCode, { language: 'ar' })
  expect(arabic.body).toContain('dir="rtl"')
  expect(arabic.headers['content-language']).toBe('ar')
  expect((await open(redeemed.verifyCode, { language: 'fr' })).body).toContain('Redeemed')
})

test('200: the region of the browser decides the order of the date', async () => {
  const timeIn = async (language: string) =>
    /<bdi>([^<]*GMT\+8)</.exec((await open(redeemed.verifyCode, { language })).body)?.[1]
  expect(await timeIn('fr, en-GB;q=0.9, en-US;q=0.8')).toMatch(/^\d+ [A-Z][a-z]+ \d{4} at \d\d:/)
  expect(await timeIn('en-US')).toMatch(/^[A-Z][a-z]+ \d+, \d{4} at /)
})

test('404: an unknown code, and one with a wrong character', async () => {
  const last = redeemed.verifyCode.at(-1) === '0' ? '1' : '0'
  for (const code of ['nothing', '000000-000000', `${redeemed.verifyCode.slice(0, -1)}${last}`]) {
    const { statusCode, body } = await open(code)
    expect([statusCode, body.includes('Not found')]).toEqual([404, true])
  }
})

test('every response with the redemption has the code, also in another month', async () => {
  const [listed] = (await by('GET', '/me/redemptions')).body
  expect(listed.verifyCode).toBe(redeemed.verifyCode)
})

test('429: more than 20 a minute of an address, or of an IPv6 network', async () => {
  const address = '2001:db8::1'
  clock.advance(60_000)
  for (let i = 0; i < 20; i += 1) expect((await open('nothing', { address })).statusCode).toBe(404)
  for (const one of [address, '2001:db8::2']) {
    const limited = await open(redeemed.verifyCode, { address: one })
    expect([limited.statusCode, limited.body.includes('Please wait')]).toEqual([429, true])
    expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  expect((await open(redeemed.verifyCode)).statusCode).toBe(200)
  clock.advance(60_000)
  expect((await open(redeemed.verifyCode, { address })).statusCode).toBe(200)
})

test('429: more than 600 a minute in all', async () => {
  clock.advance(60_000)
  const statuses = []
  for (let i = 0; i < 601; i += 1)
    statuses.push((await open('nothing', { address: `10.0.${i % 200}.1` })).statusCode)
  expect(statuses.indexOf(429)).toBe(600)
})

test('200: a voided redemption says so', async () => {
  clock.advance(60_000)
  await admin('POST', `/admin/redemptions/${redeemed.id}/void`, { reason: 'By mistake.' })
  const { body } = await open(redeemed.verifyCode)
  expect(body).toContain('Voided')
  expect(body).not.toContain('By mistake')
})
