import { expect, test } from 'vitest'
import { visitorsOf } from '../support/market.ts'
import { openCounter } from './counter.ts'
import { openBrowsing } from './visits.ts'
import { claim, openHolders, settled } from './wallet-holders.ts'

const browsing = await openBrowsing()
const { clock } = browsing
const counter = await openCounter(browsing)
const { till, issuer } = counter
const { somebody, claimed, redeemed, openWallet, inDays, market } = openHolders(browsing, counter)
const visitors = visitorsOf(browsing, issuer)

const QUARTER_OF_AN_HOUR = 1 / 96
/** A time in this month in UTC. Day 0 is the last day of the previous month. */
const ofThisMonth = (month: number, day: number, hour: number, minute: number) =>
  new Date(Date.UTC(clock.now.getUTCFullYear(), clock.now.getUTCMonth() + month, day, hour, minute))

/** One voucher used up by this user and one fully redeemed by others. Both end in 15 minutes. */
async function walletAt(now: Date) {
  clock.now = now
  const holder = somebody()
  const fields = { cycle: 'MONTHLY', validUntil: inDays(QUARTER_OF_AN_HOUR) }
  await redeemed(holder, await claimed(holder, { ...fields, title: 'Last bun' }))
  const voucherId = await claimed(holder, { ...fields, title: 'Last scone', globalRedemptionCap: 1 })
  const quicker = visitors(`quicker-${voucherId}`)
  await quicker('POST', '/me/claims', { voucherId })
  expect((await till.redeem(quicker, voucherId)).status).toBe(201)
  const { page } = await openWallet(holder, { at: now })
  await settled(page)
  return page
}

test('used up or fully redeemed in the last cycle: no next date', async () => {
  const page = await walletAt(ofThisMonth(0, 15, 12, 0))
  await claim(page, 'Last bun').getByText('Used up', { exact: true }).waitFor()
  await claim(page, 'Last scone').getByText('Fully redeemed', { exact: true }).waitFor()
})

test('used up or fully redeemed ten minutes before the month ends: available again for the last five minutes', async () => {
  const page = await walletAt(ofThisMonth(1, 0, 23, 50))
  await claim(page, 'Last bun')
    .getByText(/^Used up. Available again on 1 /)
    .waitFor()
  await claim(page, 'Last scone')
    .getByText(/^Fully redeemed. More available on 1 /)
    .waitFor()
})

test('the month of a merchant in Kuala Lumpur ends at 16:00 UTC: a phone in UTC shows that time on the last day, a phone in Kuala Lumpur the next day', async () => {
  await market.change(`/admin/merchants/${till.merchant.id}`, { timezone: 'Asia/Kuala_Lumpur' })
  // Noon in UTC on the last day of the month, eight in the evening in Kuala Lumpur.
  clock.now = ofThisMonth(1, 0, 12, 0)
  const holder = somebody()
  await claimed(holder, { title: 'Monthly bun', cycle: 'MONTHLY', validUntil: inDays(40) })
  for (const [timezoneId, text] of [
    ['UTC', 'Once a month · renews today at 16:00'],
    ['Asia/Kuala_Lumpur', /^Once a month · renews 1\s\w+$/],
  ] as const) {
    const { page } = await openWallet(holder, { at: clock.now, timezoneId })
    await claim(page, 'Monthly bun').getByText(text).waitFor()
  }
  await market.change(`/admin/merchants/${till.merchant.id}`, { timezone: 'UTC' })
})
