import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { PIN } from '../support/till.ts'
import {
  button,
  type Customer,
  enterPin,
  FAR_AWAY,
  heading,
  openCounter,
  openScreen,
  shareLocation,
} from './counter.ts'
import { expectAccessible, hold, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { db, origin } = browsing
const counter = await openCounter(browsing)
const { issuer, till } = counter
const REDEMPTIONS = '**/me/redemptions'
const AGAIN = 'Staff: enter your PIN once more. It only counts once.'

type Sender = Customer & { voucherId: string }

/** The names of the requests that the phone keeps. */
const KEPT_REQUESTS = `Object.keys(localStorage).filter((key) => key.startsWith('counterfoil-redemption:'))`

/** A customer whose page has sent a redemption and waits. `arrives`: whether the service gets it. */
async function sending({ arrives = true, ...options } = {}): Promise<Sender> {
  const voucher = await till.offer({ codeSource: 'AUTO', redemptionCount: 5 })
  const customer = await counter.customer(voucher.id, options)
  const { page } = customer
  page.on('dialog', (dialog) => dialog.accept())
  await openFromVoucher(page, voucher.id)
  await shareLocation(page)
  const { until, release } = hold()
  await page.route(
    REDEMPTIONS,
    async (route) => {
      if (arrives) await route.fetch()
      release()
    },
    { times: 1 },
  )
  await enterPin(page)
  await until
  return { ...customer, voucherId: voucher.id }
}

/** Opens the redeem screen by a tap, so that it has its own URL. */
async function openFromVoucher(page: Page, id: string): Promise<void> {
  await openScreen(page, { screen: 'voucher', id })
  await button(page, 'Redeem').click()
}

async function expectRedeemedOnce({ redemptionRequests, voucherId }: Sender, page: Page): Promise<void> {
  await heading(page, 'Redeemed').waitFor()
  await page.getByRole('timer').waitFor()
  const rows = await counter.redemptionsOf(voucherId)
  expect(rows.map(({ code }) => code)).toEqual([await page.locator('.code').textContent()])
  const bodies = redemptionRequests.map(({ key, body }) => JSON.stringify([key, Object.entries(body).sort()]))
  expect(new Set(bodies).size).toBe(1)
  expect(await page.evaluate(KEPT_REQUESTS)).toEqual([])
}

/** Changes the stored attempt as if it had been sent earlier. */
const agePage = (page: Page, ms: number) =>
  page.evaluate(`{
    const [name] = ${KEPT_REQUESTS}
    const kept = JSON.parse(localStorage.getItem(name))
    localStorage.setItem(name, JSON.stringify({ ...kept, sentAtMs: kept.sentAtMs - ${ms} }))
  }`)

test('a reload while the response is on its way: the success is shown, without a second PIN', async () => {
  const customer = await sending()
  const { page, redemptionRequests } = customer
  expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(PIN)
  await page.reload()
  await expectRedeemedOnce(customer, page)
  expect(redemptionRequests).toHaveLength(1)
  await page.locator('.redeemed-ticket .logo').waitFor()
  await page.getByText('4 of 5 left').waitFor()
})

test('a reload while the request is on its way: the same key and position, and it counts once', async () => {
  const customer = await sending({ arrives: false })
  const { page, redemptionRequests, by, voucherId } = customer
  await page.context().setGeolocation(FAR_AWAY)
  await page.reload()
  await page.getByText(AGAIN).waitFor()
  await expectAccessible(page)
  // The first request arrives late.
  await by('POST', '/me/redemptions', redemptionRequests[0]?.body, {
    'idempotency-key': redemptionRequests[0]?.key ?? '',
  })
  expect(await counter.redemptionsOf(voucherId)).toHaveLength(1)
  await enterPin(page)
  await expectRedeemedOnce(customer, page)
  expect(redemptionRequests).toHaveLength(2)
})

test('the first request never arrived, then a wrong PIN: its key is used for 30 s, then a new one', async () => {
  const { page, redemptionRequests, voucherId } = await sending({ arrives: false })
  await page.reload()
  await page.getByText(AGAIN).waitFor()
  await enterPin(page, '0000')
  await page.getByRole('alert').getByText('That’s not this outlet’s PIN').waitFor()
  await agePage(page, 31_000)
  await enterPin(page, '0000')
  await expect.poll(() => redemptionRequests.length).toBe(3)
  await page.getByRole('alert').getByText('That’s not this outlet’s PIN').waitFor()
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  const keys = redemptionRequests.map(({ key }) => key)
  expect([new Set(keys.slice(0, 3)).size, new Set(keys).size]).toEqual([1, 2])
  expect(await counter.redemptionsOf(voucherId)).toHaveLength(1)
})

test('no redemption after 30 s: the flow starts from the beginning, and the user may choose another outlet', async () => {
  const { page, redemptionRequests } = await sending({ arrives: false })
  await agePage(page, 31_000)
  await page.reload()
  await shareLocation(page)
  expect(await page.evaluate(KEPT_REQUESTS)).toEqual([])
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  expect(new Set(redemptionRequests.map(({ key }) => key)).size).toBe(2)
})

test('the service does not answer after the reload: no keypad until it does', async () => {
  const customer = await sending()
  const { page } = customer
  await page.route('**/by-key/*', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await heading(page, 'No connection').waitFor()
  await page.unroute('**/by-key/*')
  await button(page, 'Try again').click()
  await expectRedeemedOnce(customer, page)
})

test('a closed tab: the app shows the success when it opens again, and nothing to another user', async () => {
  const customer = await sending()
  const other = await sending()
  const open = async ({ page }: Sender, sub: string) => {
    const opened = await page.context().newPage()
    await page.close()
    await opened.goto(`${origin}/app/#token=${issuer.mint({ sub })}`)
    return opened
  }
  const page = await open(customer, customer.sub)
  await expectRedeemedOnce(customer, page)
  await button(page, 'Done').click()
  await page.getByRole('heading', { level: 1, name: /Welcome|Hello/ }).waitFor()

  const urls: string[] = []
  const foreign = await open(other, 'somebody-else')
  foreign.on('request', (request) => urls.push(request.url()))
  await expect.poll(() => foreign.evaluate(KEPT_REQUESTS)).toEqual([])
  expect(urls.filter((url) => url.includes('by-key'))).toEqual([])
})

test('the app opens again without a connection: the success is shown when it returns', async () => {
  const { page, sub, voucherId } = await sending()
  await expect.poll(() => counter.redemptionsOf(voucherId)).toHaveLength(1)
  const opened = await page.context().newPage()
  await page.close()
  await opened.route('**/by-key/*', (route) => route.abort('internetdisconnected'))
  const asked = opened.waitForEvent('requestfailed', (request) => request.url().includes('/by-key/'))
  await opened.goto(`${origin}/app/#token=${issuer.mint({ sub })}`)
  await asked
  await opened.unroute('**/by-key/*')
  await opened.evaluate('dispatchEvent(new Event("online"))')
  await heading(opened, 'Redeemed').waitFor()
})

test('storage that throws: redeems as before', async () => {
  const voucher = await till.offer()
  const { page } = await counter.customer(voucher.id, {
    before: (_, page) =>
      page.evaluate(
        `Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })`,
      ),
  })
  await shareLocation(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
})

test('a reload of the success: shown again for 5 minutes by the service’s clock, then marked as used; back leaves the flow', async () => {
  const { outlet, id } = await openTwoOutlets()
  const { page } = await counter.customer(id)
  await openFromVoucher(page, id)
  await button(page, new RegExp(outlet)).click()
  await shareLocation(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  // The phone's clock is wrong.
  await page.clock.install({ time: Date.now() + 3_600_000 })
  await page.reload()
  await heading(page, 'Redeemed').waitFor()
  await page.getByRole('timer').waitFor()
  await db`update redemptions set redeemed_at = redeemed_at - interval '6 minutes' where voucher_id = ${id}`
  await page.clock.fastForward(5 * 60_000)
  await page.getByText('Used', { exact: true }).waitFor()
  expect(await page.getByRole('timer').count()).toBe(0)
  await page.reload()
  await page.getByText('Used', { exact: true }).waitFor()
  await page.goBack()
  await expect.poll(() => page.evaluate('history.state.route.screen')).toBe('voucher')
})

async function openTwoOutlets() {
  const market = openMarket(browsing.admin)
  const at = { latitude: till.outlet.latitude, longitude: till.outlet.longitude }
  const merchant = await market.merchant()
  const second = await market.outlet(merchant.id, { name: 'Annex', pin: PIN, ...at })
  await market.outlet(merchant.id, { name: 'Main hall', pin: PIN, ...at })
  const { id } = await market.offer(merchant.id, { claimFlow: 'INSTANT', redemptionCount: 3 })
  return { outlet: second.name as string, id: id as string }
}

test('opened again right after a success: the user chooses to see the redemption or to redeem again', async () => {
  const { outlet, id } = await openTwoOutlets()
  const { page } = await counter.customer(id)
  const redeemAtAnnex = async () => {
    await button(page, new RegExp(outlet)).click()
    await enterPin(page)
    await heading(page, 'Redeemed').waitFor()
  }
  await button(page, new RegExp(outlet)).click()
  await button(page, 'Use my location').click()
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  await openScreen(page, { screen: 'redeem', voucherId: id })
  await heading(page, 'Already redeemed').waitFor()
  await expectAccessible(page)
  await button(page, 'Show redemption').click()
  await heading(page, 'Redeemed').waitFor()
  await openScreen(page, { screen: 'redeem', voucherId: id })
  await button(page, 'Redeem again').click()
  await redeemAtAnnex()
  expect(await counter.redemptionsOf(id)).toHaveLength(2)
  await openScreen(page, { screen: 'redeem', voucherId: id })
  await heading(page, 'Already redeemed').waitFor()
})
