import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { button, heading, openCounter, openScreen } from './counter.ts'
import { openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const counter = await openCounter(browsing)
const market = openMarket(browsing.admin)

const { id: merchantId } = await market.merchant({ name: 'Kopi Chain' })
// There are so many outlets that one of them appears where the button was. They have no position, so the keypad follows at once.
const outletIds: string[] = []
for (let number = 1; number <= 9; number += 1)
  outletIds.push((await market.outlet(merchantId, { name: `Outlet ${number}`, pin: '4821' })).id)
const voucher = await market.offer(merchantId, { claimFlow: 'INSTANT' })
const { page } = await counter.customer(voucher.id)

const routeOf = (page: Page) => page.evaluate<Record<string, string>>('history.state.route')
const outletCards = page.locator('.outlet-card')

type Point = { x: number; y: number }

async function centerOf(target: Locator): Promise<Point> {
  const box = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Two taps on one spot, as fingers do: neither waits for the page. */
async function tapTwice({ x, y }: Point, gapMs: number, until: Locator): Promise<void> {
  await page.touchscreen.tap(x, y)
  await page.waitForTimeout(gapMs)
  await page.touchscreen.tap(x, y)
  await until.waitFor({ timeout: 10_000 })
}

/** A busy machine can delay the second tap beyond the guard. */
const retry = 2

test('"Claim" tapped twice claims and does not redeem', { retry }, async () => {
  const another = await market.offer(merchantId, { claimFlow: 'WALLET' })
  await openScreen(page, { screen: 'voucher', id: another.id })
  const claim = page.getByRole('button', { name: 'Claim', exact: true })
  const redeem = page.getByRole('button', { name: 'Redeem', exact: true })
  await claim.click({ trial: true })
  await tapTwice(await centerOf(claim), 350, redeem)
  expect((await routeOf(page)).screen).toBe('voucher')
})

test.each([120, 350])('"Redeem" tapped twice, %i ms apart: no outlet is chosen', { retry }, async (gapMs) => {
  await openScreen(page, { screen: 'voucher', id: voucher.id })
  await button(page, 'Redeem').click({ trial: true })
  await tapTwice(await centerOf(button(page, 'Redeem')), gapMs, outletCards.first())
  expect(await routeOf(page)).toEqual({ screen: 'redeem', voucherId: voucher.id })
})

test.each([120, 350])(
  'an outlet tapped twice, %i ms apart: no digit is entered',
  { retry },
  async (gapMs) => {
    const staff = heading(page, 'Hand your phone to the staff')
    await openScreen(page, { screen: 'redeem', voucherId: voucher.id, outletId: outletIds[0] })
    await staff.waitFor()
    const key = await centerOf(button(page, '5'))
    await openScreen(page, { screen: 'redeem', voucherId: voucher.id })
    await outletCards.first().click({ trial: true })
    expect(
      await page.evaluate(`document.elementFromPoint(${key.x}, ${key.y}).closest('.outlet-card') !== null`),
    ).toBe(true)
    await tapTwice(key, gapMs, staff)
    expect(await page.locator('.dot.full').count()).toBe(0)
    await button(page, '5').tap()
    expect(await page.locator('.dot.full').count()).toBe(1)
  },
)

test('the guard against double taps does not delay keys and assistive technology', async () => {
  await openScreen(page, { screen: 'voucher', id: voucher.id })
  await button(page, 'Redeem').tap()
  await outletCards.first().waitFor()
  await page.evaluate(`{
    document.documentElement.classList.add('taps-guarded')
    document.querySelector('.outlet-card').click()
  }`)
  await heading(page, 'Hand your phone to the staff').waitFor()
})
