import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, openCounter, openScreen } from './counter.ts'
import { openBrowsing } from './visits.ts'
import { openHolders, settled, showHistory } from './wallet-holders.ts'

const browsing = await openBrowsing()
const counter = await openCounter(browsing)
const { till } = counter
const { somebody, claimed, redeemed, openApp, fillWallet, market } = openHolders(browsing, counter)
const description = 'Slow bread from a wood oven. '.repeat(8)
await market.change(`/admin/merchants/${till.merchant.id}`, { description })
const terms = 'Dine-in only.'
const { id: voucherId } = await till.offer({ title: 'Laksa', terms })
const holder = somebody()
await fillWallet(holder)
await redeemed(holder, await claimed(holder, { title: 'Coded', codeSource: 'AUTO' }))

/** The targets that a tap 23 px from their center misses, on any of the four sides. */
const missed = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('button:enabled, a, input, summary')].flatMap((one) => {
    one.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = one.getBoundingClientRect()
    const [middleX, middleY] = [x + width / 2, y + height / 2]
    const isHit = ([right, down]) => one.contains(document.elementFromPoint(middleX + right, middleY + down))
    const name = one.getAttribute('aria-label') ?? one.textContent
    return [[0, 0], [-23, 0], [23, 0], [0, -23], [0, 23]].every(isHit) ? [] : [name + ' ' + width + ' x ' + height]
  })`)

const SCREENS: [string, (page: Page) => Promise<unknown>][] = [
  [
    'merchant',
    async (page) => {
      await openScreen(page, { screen: 'merchant', id: till.merchant.id })
      await page.locator('.blurb button').waitFor()
      await page.locator('.voucher').first().waitFor()
    },
  ],
  [
    'voucher',
    async (page) => {
      await openScreen(page, { screen: 'voucher', id: voucherId })
      await page.locator('summary').waitFor()
    },
  ],
  [
    'wallet',
    async (page) => {
      await button(page, 'Wallet').click()
      await page.locator('.claimed').nth(6).waitFor()
      await settled(page)
    },
  ],
  [
    'history',
    async (page) => {
      await button(page, 'Wallet').click()
      await showHistory(page)
      await page.locator('.past').first().waitFor()
    },
  ],
  [
    'redemption',
    async (page) => {
      await button(page, 'Wallet').click()
      await showHistory(page)
      await page.locator('.past').first().click()
      await page.locator('.qr svg').waitFor()
    },
  ],
  [
    'location',
    async (page) => {
      await openScreen(page, { screen: 'redeem', voucherId })
      await page.locator('.location-step').waitFor()
    },
  ],
  [
    'hand-over',
    async (page) => {
      await openScreen(page, { screen: 'redeem', voucherId })
      await button(page, 'Continue without location').click()
      await page.locator('.keypad').waitFor()
    },
  ],
]

test.each(SCREENS)('%s: every tap target is at least 48 px', async (_name, open) => {
  const { page } = await openApp(holder)
  await page.locator('.merchant').first().waitFor()
  await open(page)
  // A new screen ignores taps for a moment.
  await page.locator('html:not(.taps-guarded)').waitFor({ state: 'attached' })
  expect(await missed(page)).toEqual([])
})
