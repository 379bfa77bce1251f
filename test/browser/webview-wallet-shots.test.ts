import { test } from 'vitest'
import { openMarket } from '../market.ts'
import { uploadImage } from './catalogue.ts'
import { openCounter } from './counter.ts'
import { openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, clock, visit } = browsing
const { till, issuer } = await openCounter(browsing)
const market = openMarket(admin)
const inDays = (d: number) => new Date(clock.now.getTime() + d * 86_400_000).toISOString()
const token = issuer.mint({ sub: 'shots' })
const by = as(token)
await market.change(`/admin/merchants/${till.merchant.id}`, { logoPath: await uploadImage(admin, [0x6f, 0x3b, 0x1e]) })
const claim = async (fields: object) => {
  const { id } = await till.offer({ claimFlow: 'WALLET', ...fields })
  await by('POST', '/me/claims', { voucherId: id })
  return id
}
const gone = await claim({ title: 'Two for one on Mondays' })
const old = await claim({ title: '{b}Mooncake{/b} box at {r}half price{/r}', validUntil: inDays(1) })
const spent = await claim({ title: 'Welcome drink on the house', codeSource: 'AUTO' })
await claim({ title: 'Lunar New Year yee sang, {b}20 % off{/b}', applicableFrom: inDays(60) })
const kopi = await claim({ title: '{b}Free{/b} kopi with any {r}toast set{/r}, {s}RM 6{/s}', codeSource: 'AUTO', redemptionCount: 3, cycle: 'MONTHLY' })
const bun = await claim({ title: 'One kaya bun a month', cycle: 'MONTHLY' })
await claim({ title: 'Second cup for your best friend', favoritesOnly: true })
await claim({ title: 'Half-price laksa after three o’clock, on weekdays only', validUntil: inDays(2.5) })
const undone = (await till.redeem(by, spent)).body
await till.redeem(by, bun, { consumerLat: undefined, consumerLng: undefined })
await till.redeem(by, kopi)
await till.redeem(by, spent)
const u2 = (await till.redeem(by, kopi)).body
await admin('POST', `/admin/redemptions/${u2.id}/void`, { reason: 'x' })
await market.change(`/admin/vouchers/${old}`, { validUntil: inDays(-1) })
await market.unpublish(gone)
void undone
const looks: [string, any, string][] = [
  ['360', { viewport: { width: 360, height: 740 } }, '100%'],
  ['390', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }, '100%'],
  ['tablet', { viewport: { width: 820, height: 1180 } }, '100%'],
  ['dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }, '100%'],
  ['ar', { viewport: { width: 360, height: 740 }, path: '/app/?lang=ar' }, '100%'],
  ['200', { viewport: { width: 360, height: 740 } }, '200%'],
]
for (const [name, { path = '/app/', ...options }, size] of looks) {
  if (process.env.LOOK && !process.env.LOOK.split(',').includes(name)) continue
  test(name, async () => {
    const { page } = await visit(`${path}#token=${token}`, { reducedMotion: 'reduce', hasTouch: true, ...options })
    await page.evaluate((s) => document.documentElement.style.setProperty('font-size', s), size)
    await page.locator('.tabs button').last().click()
    await page.locator('.wallet h1').waitFor()
    if (name === '360') await page.screenshot({ path: `/tmp/h/wallet-shots/${name}-0.png` })
    await page.locator('.wallet section[aria-busy="true"]').waitFor({ state: 'detached' })
    await page.locator('.claimed').nth(7).waitFor()
    await page.waitForTimeout(300)
    const shot = async (n: string) => {
      await page.screenshot({ path: `/tmp/h/wallet-shots/${name}-${n}.png` })
      await page.screenshot({ path: `/tmp/h/wallet-shots/${name}-${n}-full.png`, fullPage: true })
    }
    await shot('1-vouchers')
    await page.locator('.views button').last().click()
    await page.locator('.past').first().waitFor()
    await page.waitForTimeout(200)
    await shot('2-history')
    await page.locator('.past button').nth(1).click()
    await page.locator('.qr svg').waitFor()
    await page.waitForTimeout(200)
    await shot('3-code')
    await page.goBack()
    await page.locator('.past button').nth(0).click()
    await page.locator('.past-remark').waitFor()
    await shot('4-voided')
    if (name === '360') {
      const e = await visit(`/app/#token=${issuer.mint({ sub: 'nobody' })}`, options)
      await e.page.locator('.tabs button').last().click()
      await e.page.locator('.empty').waitFor()
      await e.page.screenshot({ path: '/tmp/h/wallet-shots/360-5-empty.png' })
    }
  })
}
