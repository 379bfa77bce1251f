import type { Page } from 'playwright-core'
import type { Call } from '../support/harness.ts'
import { NEAR, openTill, PIN, type Till } from '../support/till.ts'
import { onboardIssuer, type TestIssuer } from '../support/tokens.ts'
import { uploadImage } from './catalogue.ts'
import { type Browsing, PHONE, type Visit, type VisitOptions } from './visits.ts'

export const AT_OUTLET = { latitude: NEAR.consumerLat, longitude: NEAR.consumerLng, accuracy: 12 }
/** About 1.2 km north of the outlet. */
export const FAR_AWAY = { latitude: 3.1689, longitude: 101.7116, accuracy: 12 }

export type Customer = Visit & {
  sub: string
  /** Calls the API as this customer. */
  by: Call
  /** The requests to POST /me/redemptions, in order. */
  redemptionRequests: { key: string | undefined; body: Record<string, unknown> }[]
}

export type Counter = {
  till: Till
  issuer: TestIssuer
  /** A new user in the app, with the redeem screen open on top of the home screen. */
  customer(voucherId: string, options?: CustomerOptions): Promise<Customer>
  redemptionsOf(voucherId: string): Promise<Record<string, unknown>[]>
}

export type CustomerOptions = VisitOptions & {
  path?: string
  sub?: string
  /** Runs before the screen opens. */
  before?: (by: Call, page: Page) => Promise<unknown>
}

let people = 0

/** A till for tests with a browser. */
export async function openCounter(browsing: Browsing): Promise<Counter> {
  const { admin, as, db, visit } = browsing
  const logoPath = await uploadImage(admin, [0x0a, 0x7d, 0x4b])
  const issuer = await onboardIssuer(browsing, { logoPath })
  const till = await openTill(browsing, { name: 'Kopi Corner' })
  return {
    till,
    issuer,
    async customer(voucherId, { path = '/app/', sub, before, ...options } = {}) {
      people += 1
      const who = sub ?? `customer-${people}`
      const token = issuer.mint({ sub: who })
      const by = as(token)
      const visited = await visit(`${path}#token=${token}`, {
        viewport: PHONE,
        hasTouch: true,
        geolocation: AT_OUTLET,
        permissions: ['geolocation'],
        reducedMotion: 'reduce',
        ...options,
      })
      const { page } = visited
      const redemptionRequests: Customer['redemptionRequests'] = []
      page.on('request', (request) => {
        if (request.method() !== 'POST' || !request.url().endsWith('/me/redemptions')) return
        redemptionRequests.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() })
      })
      await page.locator('#app > *').first().waitFor({ state: 'attached' })
      await before?.(by, page)
      await openScreen(page, { screen: 'redeem', voucherId })
      return { ...visited, sub: who, by, redemptionRequests }
    },
    redemptionsOf: (voucherId) => db`select * from redemptions where voucher_id = ${voucherId} order by id`,
  }
}

/** Opens a screen as a tap on the screen below would. */
export async function openScreen(page: Page, route: object): Promise<void> {
  await page.evaluate(`{
    const depth = (history.state?.depth ?? 0) + 1
    history.pushState({ route: ${JSON.stringify(route)}, depth, key: 'test-' + Math.random() }, '')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }`)
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Shares the location and waits for the keypad. */
export async function shareLocation(page: Page): Promise<void> {
  await button(page, 'Use my location').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
}

export async function goWithoutLocation(page: Page): Promise<void> {
  await button(page, 'Continue without location').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
}

export async function enterPin(page: Page, pin = PIN): Promise<void> {
  for (const digit of pin) await page.getByRole('group').getByRole('button', { name: digit }).click()
}
