import { expect, test } from 'vitest'
import { visitorsOf } from '../support/market.ts'
import { button, heading, openCounter, openScreen } from './counter.ts'
import { expectAccessibleInLightAndDark, openBrowsing } from './visits.ts'
import { claim, openHolders, settled } from './wallet-holders.ts'

const browsing = await openBrowsing()
const counter = await openCounter(browsing)
const { till, issuer } = counter
const { somebody, claimed, openApp, openWallet } = openHolders(browsing, counter)
const visitors = visitorsOf(browsing, issuer)

/** A voucher that this user has claimed and that another user has used up. */
async function claimedTooLate(holder: ReturnType<typeof somebody>, fields: object): Promise<string> {
  const id = await claimed(holder, { globalRedemptionCap: 1, ...fields })
  await takeLast(id)
  return id
}

async function takeLast(voucherId: string): Promise<void> {
  const quicker = visitors(`quicker-${voucherId}`)
  await quicker('POST', '/me/claims', { voucherId })
  expect((await till.redeem(quicker, voucherId)).status).toBe(201)
}

test('a reached cap or an empty code pool: not ready, with the reason', async () => {
  const holder = somebody()
  await claimedTooLate(holder, { title: 'Bun for the first' })
  await claimedTooLate(holder, { title: 'Bun of the month', cycle: 'MONTHLY' })
  const { id: pool } = await till.pool(['LAST-ONE'], { title: 'Coded bun', claimFlow: 'WALLET' })
  await holder.by('POST', '/me/claims', { voucherId: pool })
  await takeLast(pool)
  await claimed(holder, { title: 'Bun for many', globalRedemptionCap: 9 })
  const { page } = await openWallet(holder)
  await settled(page)
  expect(await page.locator('.wallet section > h2').allInnerTexts()).toEqual(['Ready to use 1', 'Used up 3'])
  for (const title of ['for the first', 'Coded']) {
    await claim(page, title).getByText('Fully redeemed', { exact: true }).waitFor()
  }
  await claim(page, 'of the month')
    .getByText(/^Fully redeemed. More available on 1 /)
    .waitFor()
  expect(await button(page, 'Redeem').count()).toBe(1)
  await expectAccessibleInLightAndDark(page)
})

test('on the merchant’s screen: no action if fully redeemed, but Claim if a new cycle follows', async () => {
  const { id: once } = await till.offer({ title: 'One scone', globalRedemptionCap: 1 })
  const { id: monthly } = await till.offer({
    title: 'Scone of the month',
    claimFlow: 'WALLET',
    cycle: 'MONTHLY',
    globalRedemptionCap: 1,
  })
  for (const id of [once, monthly]) await takeLast(id)
  const holder = somebody()
  const { page } = await openApp(holder)
  await page.locator('.merchant').first().waitFor()
  await openScreen(page, { screen: 'merchant', id: till.merchant.id })
  const voucher = (title: string) => page.getByRole('article').filter({ hasText: title })
  await voucher('One scone').getByText('Fully redeemed', { exact: true }).waitFor()
  expect(await voucher('One scone').getByRole('button').count()).toBe(0)
  expect(await voucher('One scone').getByText('Use once').count()).toBe(0)
  await voucher('Scone of the month')
    .getByText(/^Fully redeemed. More available on 1 /)
    .waitFor()
  await voucher('Scone of the month').getByRole('button', { name: 'Claim' }).click()
  await page.getByRole('status').getByText('Added to your wallet').waitFor()
  await voucher('Scone of the month').getByRole('button').waitFor({ state: 'detached' })
})

test('fully redeemed while the wallet is open: Redeem says so, and back moves it to Used up', async () => {
  const holder = somebody()
  const id = await claimed(holder, { title: 'Last tart', globalRedemptionCap: 1 })
  const { page } = await openWallet(holder)
  await heading(page, 'Ready to use 1').waitFor()
  await takeLast(id)
  await button(page, 'Redeem').click()
  await heading(page, 'Fully redeemed').waitFor()
  await page.goBack()
  await heading(page, 'Used up 1').waitFor()
})
