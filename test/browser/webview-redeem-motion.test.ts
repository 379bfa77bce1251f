import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { WRONG_PIN } from '../support/till.ts'
import { button, enterPin, heading, openCounter } from './counter.ts'
import { hold, openBrowsing } from './visits.ts'

const counter = await openCounter(await openBrowsing())
const REDEMPTIONS = '**/me/redemptions'
const moving = (page: Page) =>
  page.evaluate<string[]>('document.getAnimations().map(({ animationName }) => animationName)')

/** Every step with an animation: locating, wrong PIN, sending, waiting, the seal. */
async function walkThroughSteps(page: Page, look: () => Promise<void>): Promise<void> {
  await page.evaluate('navigator.geolocation.getCurrentPosition = (found) => { window.tell = found }')
  await button(page, 'Use my location').click()
  await page.locator('.beacon.searching').waitFor()
  await look()
  await button(page, 'Continue without location').click()
  await enterPin(page, WRONG_PIN)
  await page.locator('.dots.wrong').waitFor()
  await look()
  const [first, second] = [hold(), hold()]
  await page.route(REDEMPTIONS, (route) => second.until.then(() => route.continue()), { times: 1 })
  await page.route(REDEMPTIONS, (route) => first.until.then(() => route.abort()), { times: 1 })
  await enterPin(page)
  await page.locator('.dots.sending').waitFor()
  await look()
  first.release()
  await page.locator('.spinner').waitFor()
  await look()
  second.release()
  await heading(page, 'Redeemed').waitFor()
  await look()
}

test('animations run, unless the user prefers reduced motion', async () => {
  const { id } = await counter.till.offer({ redemptionCount: 9, codeSource: 'AUTO' })
  const seen = { reduce: new Set<string>(), 'no-preference': new Set<string>() }
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const { page } = await counter.customer(id, { reducedMotion })
    await walkThroughSteps(page, async () => {
      for (const name of await moving(page)) seen[reducedMotion].add(name)
    })
  }
  expect([...seen.reduce]).toEqual([])
  expect([...seen['no-preference']]).toEqual(expect.arrayContaining(['radiate', 'hop', 'turn']))
})
