import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, enterPin, heading, openCounter, openScreen, shareLocation } from './counter.ts'
import {
  age,
  expectAccessible,
  expectAccessibleInLightAndDark,
  hold,
  openBrowsing,
  STORED_COUNT,
} from './visits.ts'
import { claim, focusId, NO_GPS, openHolders, settled, showHistory } from './wallet-holders.ts'

const browsing = await openBrowsing()
const { admin, clock } = browsing
const counter = await openCounter(browsing)
const { till, issuer } = counter
const { somebody, claimed, redeemed, openWallet, fillWallet } = openHolders(browsing, counter)

const arrival = (page: Page, part: string) =>
  expect
    .poll(() => page.evaluate('performance.getEntriesByType("resource").map(({ name }) => name).join()'))
    .toContain(part)

/** A user with this many redemptions of one voucher, who can redeem it again at once. */
async function manyTimesRedeemed(times: number) {
  const holder = somebody()
  const { id } = await till.offer({ title: 'Daily bread', codeSource: 'AUTO', redemptionCount: 30 })
  for (let done = 0; done < times; done += 1) {
    // At most five attempts are allowed per minute.
    if (done % 5 === 0) clock.advance(61_000)
    await redeemed(holder, id)
  }
  clock.advance(61_000)
  // The clock has moved on, so the token must be new.
  return { id, holder: { ...holder, token: issuer.mint({ sub: holder.sub }) } }
}

test('history: newest first, with codes and marks; a tap shows the code to copy and scan', async () => {
  const holder = somebody()
  const kopi = await claimed(holder, { title: 'Kopi', codeSource: 'AUTO', redemptionCount: 3 })
  const plain = await claimed(holder, { title: 'Smile' })
  const undone = await redeemed(holder, kopi)
  const flagged = await redeemed(holder, plain, NO_GPS)
  const last = await redeemed(holder, kopi)
  const voided = await admin('POST', `/admin/redemptions/${undone.id}/void`, { reason: 'Wrong order' })
  expect(voided.status).toBe(200)
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page } = await openWallet(holder, { permissions })
  await showHistory(page)
  await page.locator('.past').nth(2).waitFor()
  const [first, second, third] = await page.locator('.past').allInnerTexts()
  expect(first).toMatch(new RegExp(`Kopi\\s+Kopi Corner\\s+\\d.*\\s+${last.code}$`))
  expect(second).toMatch(/Smile\s+Kopi Corner\s+\d.*\s+Marked for review$/)
  expect(third).toMatch(new RegExp(`Kopi\\s+Kopi Corner\\s+\\d.*\\s+${undone.code}\\s+Canceled$`))
  await expectAccessibleInLightAndDark(page)

  await page.locator(`#redemption-${last.id}`).click()
  expect(await page.locator('.code').textContent()).toBe(last.code)
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  await button(page, 'Copy code').click()
  await page.getByText('Code copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(last.code)
  await expectAccessibleInLightAndDark(page)
  await button(page, 'Back').click()
  await expect.poll(() => focusId(page)).toBe(`redemption-${last.id}`)

  await page.locator(`#redemption-${undone.id}`).click()
  await page.getByText('It doesn’t count, and its code no longer works.').waitFor()
  expect(await page.getByRole('img').count()).toBe(0)
  await expectAccessible(page)
  await page.goBack()
  await page.locator(`#redemption-${flagged.id}`).click()
  await page.getByText('You don’t need to do anything.').waitFor()
  await admin('POST', `/admin/redemptions/${flagged.id}/void`, { reason: 'Wrong order' })
  await page.reload()
  await page.getByText(/It doesn’t count\.$/).waitFor()
})

test('a long history: loads older redemptions on request, and back keeps the position', async () => {
  const { holder } = await manyTimesRedeemed(25)
  const { by } = holder
  const { page } = await openWallet(holder)
  await showHistory(page)
  await page.locator('.past').nth(19).waitFor()
  expect(await page.locator('.past').count()).toBe(20)
  // Without a connection the rows follow when it returns, and the focus finds them.
  await page.context().setOffline(true)
  await button(page, 'Show older').press('Enter')
  await page.getByRole('alert').getByText('We couldn’t load older redemptions.').waitFor()
  await page.context().setOffline(false)
  await page.locator('.past').nth(24).waitFor()
  expect(await button(page, 'Show older').count()).toBe(0)
  const rows = page.locator('.past button')
  const first = await rows.nth(20).getAttribute('id')
  await expect.poll(() => focusId(page)).toBe(first)
  const codes = (await by('GET', '/me/redemptions')).body.map(({ code }: { code: string }) => code)
  expect(await page.locator('.past-code').allInnerTexts()).toEqual(codes)

  await rows.nth(22).click()
  await page.locator('.code').waitFor()
  await age(page, 400_000)
  const response = page.waitForResponse(/\/me\/redemptions/)
  await page.goBack()
  await response
  expect(await page.locator('.past').count()).toBe(25)
  expect(await page.evaluate('scrollY')).toBeGreaterThan(1_000)
  await rows.nth(22).waitFor()
})

test('a redemption after older pages were loaded: on top, no duplicates, no gaps, all up to date', async () => {
  const { holder, id } = await manyTimesRedeemed(22)
  const { by } = holder
  const shown = async () => (await page.locator('.past-code').allInnerTexts()).join()
  const codes = async () =>
    (await by('GET', '/me/redemptions')).body.map(({ code }: { code: string }) => code).join()
  const { page } = await openWallet(holder)
  await showHistory(page)
  await button(page, 'Show older').click()
  await page.locator('.past').nth(21).waitFor()
  const oldest = (await by('GET', '/me/redemptions')).body[21]
  await admin('POST', `/admin/redemptions/${oldest.id}/void`, { reason: 'Wrong order' })
  await openScreen(page, { screen: 'redeem', voucherId: id })
  await shareLocation(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  await button(page, 'View in wallet').click()
  await expect.poll(shown).toBe(await codes())
  await page.locator('.past').last().getByText('Canceled').waitFor()
  expect(await page.locator('.past').count()).toBe(23)
})

test('a redemption while an older page loads: no duplicates, no gaps', async () => {
  const { holder, id } = await manyTimesRedeemed(22)
  const { by } = holder
  const { page } = await openWallet(holder)
  await showHistory(page)
  const { until, release } = hold()
  const isOlder = /\/me\/redemptions\?.*cursor/
  await page.route(isOlder, (route) => until.then(() => route.continue()), { times: 1 })
  const request = page.waitForRequest(isOlder)
  await button(page, 'Show older').click()
  await request
  const newest = await redeemed(holder, id)
  await age(page, 400_000)
  await button(page, 'Vouchers').click()
  await showHistory(page)
  await page.locator(`#redemption-${newest.id}`).waitFor()
  release()
  await page.locator('.past').nth(22).waitFor()
  const all: { code: string }[] = (await by('GET', '/me/redemptions')).body
  expect(await page.locator('.past-code').allInnerTexts()).toEqual(all.map(({ code }) => code))
})

test('offline: shows the banner and the last loaded wallet, history and code; only the token is in storage', async () => {
  const regular = somebody()
  await fillWallet(regular)
  const { page } = await openWallet(regular)
  await settled(page)
  await showHistory(page)
  await page.locator('.past').first().waitFor()
  await arrival(page, 'qr-code')
  await page.goBack()
  await page.context().setOffline(true)
  // The data is old enough to be fetched again, which fails.
  await age(page, 400_000)
  await button(page, 'Wallet').click()
  await page.getByRole('status').getByText('You’re offline. This is what we last loaded.').waitFor()
  await heading(page, 'Ready to use 2').waitFor()
  await claim(page, 'toast set')
    .getByText(/^2 of 3 left/)
    .waitFor()
  await showHistory(page)
  await page.locator('.past').nth(1).click()
  await heading(page, 'Free kopi with any toast set, RM 6').waitFor()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  await page.locator('.used-mark').getByText('Used').waitFor()
  const kept = `[${STORED_COUNT}, Object.keys(sessionStorage), document.cookie]`
  expect(await page.evaluate(kept)).toEqual([0, ['counterfoil-token'], ''])
})
