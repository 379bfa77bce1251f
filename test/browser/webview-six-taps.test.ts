import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { OUTLET_AT, PIN } from '../support/till.ts'
import { AT_OUTLET, button, heading, openCounter } from './counter.ts'
import { hold, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, visit } = browsing
const { till, issuer, redemptionsOf } = await openCounter(browsing)
const market = openMarket(admin)
/** Tests open the same voucher from a push message, each as another user. */
let people = 0

async function openFromPush(voucherId: string, { hasClaimed = false } = {}) {
  people += 1
  const token = issuer.mint({ sub: `pushed-${people}` })
  const by = as(token)
  if (hasClaimed) expect((await by('POST', '/me/claims', { voucherId })).status).toBe(201)
  const { page } = await visit(`/app/vouchers/${voucherId}#token=${token}`, {
    viewport: PHONE,
    hasTouch: true,
    geolocation: AT_OUTLET,
    permissions: ['geolocation'],
  })
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  const enterPin = async () => {
    await heading(page, 'Hand your phone to the staff').waitFor()
    for (const digit of PIN) await tap(page.getByRole('group').getByRole('button', { name: digit }))
    await heading(page, 'Redeemed').waitFor()
  }
  return { page, by, tap, enterPin, taps: () => taps }
}

const claimsOf = async (by: ReturnType<typeof as>) => (await by('GET', '/me/claims')).body
const screenOf = (page: Page) => page.evaluate<string>('history.state.route.screen')
const CLAIMS = /\/me\/claims$/

const chain = await market.merchant({ name: 'Kopi Chain' })
const openingHours = { weekly: [], exceptions: [] }
await market.outlet(chain.id, { name: 'Here', pin: PIN, ...OUTLET_AT, openingHours })
await market.outlet(chain.id, { name: 'Here, without a PIN', ...OUTLET_AT })
await market.outlet(chain.id, { name: 'Far', pin: '2222', ...OUTLET_AT, longitude: 101.7616 })

test('six taps from a push message to the success: a claimed voucher', async () => {
  const { id } = await till.offer({ claimFlow: 'WALLET' })
  const { page, tap, enterPin, taps } = await openFromPush(id, { hasClaimed: true })
  await tap(button(page, 'Redeem'))
  await tap(button(page, 'Use my location'))
  await enterPin()
  expect(taps()).toBe(6)
})

test('six taps: a voucher that is not claimed yet', async () => {
  const { id } = await till.offer({ claimFlow: 'WALLET' })
  const { page, by, tap, enterPin, taps } = await openFromPush(id)
  await tap(button(page, 'Claim and redeem'))
  await tap(button(page, 'Use my location'))
  await enterPin()
  expect(taps()).toBe(6)
  expect(await claimsOf(by)).toHaveLength(1)
})

test('six taps: several outlets, one of them here, although closed; it is named and can be changed', async () => {
  const { id } = await market.offer(chain.id, { claimFlow: 'INSTANT' })
  const { page, tap, enterPin, taps } = await openFromPush(id)
  await tap(button(page, 'Redeem'))
  await tap(button(page, 'Use my location'))
  await page.locator('.slip').getByText('Here', { exact: true }).waitFor()

  // The same position does not choose again.
  await button(page, 'Another outlet').tap()
  await heading(page, 'Which outlet are you at?').waitFor()
  expect(await page.locator('.outlet-text').first().textContent()).toMatch(/^Here.*Closed now$/)
  await page.goBack()
  await tap(button(page, 'Redeem'))
  await button(page, /^Here\b(?!,)/).tap()
  await enterPin()
  expect(taps() - 1).toBe(6)
  const [row] = await redemptionsOf(id)
  expect(row?.status).toBe('SUCCESS')
})

test('a voucher that cannot be used yet can only be claimed', async () => {
  const { id } = await till.offer({ claimFlow: 'WALLET', applicableFrom: '2099-01-01T00:00:00.000Z' })
  const { page } = await openFromPush(id)
  await page.getByRole('button', { name: 'Claim', exact: true }).waitFor()
  expect(await button(page, 'Claim and redeem').count()).toBe(0)
})

test('“Claim and redeem” without a response: the user stays; a reload shows the claim that has arrived', async () => {
  const { id } = await till.offer({ claimFlow: 'WALLET' })
  const { page, by } = await openFromPush(id)
  await page.route(CLAIMS, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Claim and redeem').tap()
  await page.getByRole('status').getByText('No connection').waitFor()
  expect(await screenOf(page)).toBe('voucher')
  await page.reload()
  await button(page, 'Redeem').tap()
  await heading(page, `Are you at ${till.outlet.name}?`).waitFor()
  expect(await claimsOf(by)).toHaveLength(1)
})

test('“Claim and redeem” tapped twice claims once; who leaves meanwhile is not taken to the counter', async () => {
  const { id } = await till.offer({ claimFlow: 'WALLET' })
  const { page, by } = await openFromPush(id)
  const gate = hold()
  const sent: string[] = []
  await page.route(CLAIMS, async (route) => {
    if (route.request().method() === 'POST') sent.push(id)
    await gate.until
    await route.fallback()
  })
  await button(page, 'Claim and redeem').tap()
  await button(page, 'Claiming…').tap({ force: true })
  await button(page, 'Back').tap()
  await page.locator('.merchant').first().waitFor()
  gate.release()
  await page.getByRole('status').getByText('Added to your wallet').waitFor()
  expect([await screenOf(page), sent.length]).toEqual(['home', 1])
  expect(await claimsOf(by)).toHaveLength(1)
})
