import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Call } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { AT_OUTLET, button, type Counter } from './counter.ts'
import { type Browsing, PHONE, type Visit, type VisitOptions } from './visits.ts'

export const NO_GPS = { consumerLat: undefined, consumerLng: undefined }

export type Holder = { sub: string; token: string; by: Call }
type Options = VisitOptions & { path?: string }

/** Users with a wallet, and what they do with it. */
export function openHolders({ admin, as, clock, visit }: Browsing, { till, issuer }: Counter) {
  const market = openMarket(admin)
  let people = 0
  const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000).toISOString()

  function somebody(): Holder {
    people += 1
    const sub = `holder-${people}`
    const token = issuer.mint({ sub })
    return { sub, token, by: as(token) }
  }

  /** Offers a wallet voucher at the till and claims it for this user. */
  async function claimed({ by }: Holder, fields: object): Promise<string> {
    const { id } = await till.offer({ claimFlow: 'WALLET', ...fields })
    expect((await by('POST', '/me/claims', { voucherId: id })).status).toBe(201)
    return id
  }

  async function redeemed({ by }: Holder, voucherId: string, changes = {}) {
    const { status, body } = await till.redeem(by, voucherId, changes)
    expect(status).toBe(201)
    return body
  }

  /** Opens the app on a phone. */
  function openApp({ token }: Holder, { path = '/app/', ...options }: Options = {}): Promise<Visit> {
    return visit(`${path}#token=${token}`, {
      viewport: PHONE,
      hasTouch: true,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      geolocation: AT_OUTLET,
      permissions: ['geolocation'],
      ...options,
    })
  }

  /** Opens the app, then the wallet by its tab. */
  async function openWallet(holder: Holder, options?: Options): Promise<Visit> {
    const visited = await openApp(holder, options)
    await visited.page.locator('.tabs button').last().click()
    await visited.page.locator('.wallet h1').waitFor()
    return visited
  }

  /** One voucher of each kind, claimed in another order than the wallet shows. */
  async function fillWallet(holder: Holder) {
    const gone = await claimed(holder, { title: 'Withdrawn tea' })
    const expired = await claimed(holder, { title: 'Summer cake', validUntil: inDays(1) })
    const spent = await claimed(holder, { title: 'Welcome drink', codeSource: 'AUTO' })
    await claimed(holder, { title: 'Monsoon soup', applicableFrom: inDays(400) })
    const ready = await claimed(holder, {
      title: '{b}Free{/b} kopi with any {r}toast set{/r}, {s}RM 6{/s}',
      codeSource: 'AUTO',
      redemptionCount: 3,
      cycle: 'MONTHLY',
    })
    const monthly = await claimed(holder, { title: 'One bun a month', cycle: 'MONTHLY' })
    await claimed(holder, { title: 'Half-price laksa', validUntil: inDays(2.5) })
    await redeemed(holder, spent)
    await redeemed(holder, ready)
    await redeemed(holder, monthly, NO_GPS)
    await market.change(`/admin/vouchers/${expired}`, { validUntil: inDays(-1) })
    await market.unpublish(gone)
    return { ready }
  }
  return { somebody, claimed, redeemed, openApp, openWallet, fillWallet, inDays, market }
}

export const claims = (page: Page) => page.locator('.claimed')
export const claim = (page: Page, title: string) => claims(page).filter({ hasText: title })
export const showHistory = (page: Page) => button(page, 'History').click()
export const focusId = (page: Page) => page.evaluate<string>('document.activeElement.id')
/** Waits until every claim is in its section. */
export const settled = (page: Page) =>
  page.locator('.wallet section[aria-busy="true"]').waitFor({ state: 'detached' })

/** The paths of the requests for data that a page has sent. */
export const dataRequests = ({ requested }: Visit): string[] =>
  requested
    .filter((url) => url.startsWith('http:'))
    .map((url) => new URL(url))
    .filter(({ pathname }) => !/^\/(?:app|uploads)\//.test(pathname) && pathname !== '/')
    .map(({ pathname, search }) => pathname + search)
    .sort()
