import { expect, test } from 'vitest'
import { uploadImage } from './catalogue.ts'
import { button, openCounter, openScreen } from './counter.ts'
import { expectAccessible, expectQuiet, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, origin, visit } = browsing
const { till, issuer } = await openCounter(browsing)
const imagePath = await uploadImage(admin, [0xd9, 0x8e, 0x2b])
const title = '{b}Free{/b} kopi with any {r}toast set{/r}, {s}RM 6{/s}'
let people = 0

/** A new user in the app. */
async function enter(options: object = {}) {
  people += 1
  const token = issuer.mint({ sub: `reader-${people}` })
  const visited = await visit(`/app/#token=${token}`, { viewport: PHONE, hasTouch: true, ...options })
  await visited.page.locator('.merchant').first().waitFor()
  return { ...visited, by: as(token) }
}

test('from the wallet: shows all details, and back returns to the same position', async () => {
  const { id } = await till.offer({
    title,
    claimFlow: 'WALLET',
    imagePath,
    terms: 'Dine-in only.',
    redemptionCount: 2,
  })
  const visited = await enter()
  const { page, by } = visited
  expect((await by('POST', '/me/claims', { voucherId: id })).status).toBe(201)
  // The app may have fetched the wallet before this claim.
  await page.reload()
  await button(page, 'Wallet').click()
  await page.locator(`#claim-${id}`).click()

  await page.getByRole('heading', { level: 1, name: till.merchant.name }).waitFor()
  const voucher = page.getByRole('article')
  expect(await voucher.locator('h2 bdi').innerHTML()).toBe(
    '<strong>Free</strong> kopi with any <span class="red">toast set</span>, <s>RM&nbsp;6</s>',
  )
  await voucher.getByText('2 of 2 left').waitFor()
  await voucher.getByText('Terms and conditions').click()
  await voucher.getByText('Dine-in only.').waitFor()
  await voucher.getByRole('button', { name: 'Redeem' }).waitFor()
  await page.getByRole('heading', { level: 3, name: till.outlet.name }).waitFor()
  await expectAccessible(page)

  await button(page, 'Back').click()
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(`claim-${id}`)
  expectQuiet(visited, origin)
})

test('not claimed yet: Claim becomes Redeem, and back returns to the voucher; its end can be added to the calendar', async () => {
  const validUntil = '2099-12-24T16:00:00.000Z'
  const { id } = await till.offer({ title: 'Claim me', claimFlow: 'WALLET', validUntil })
  const { page, by } = await enter()
  await openScreen(page, { screen: 'voucher', id })
  const link = page.getByRole('link', { name: 'Add to calendar' })
  const file = await page.request.get(origin + (await link.getAttribute('href')))
  expect([file.headers()['content-type'], await file.text()]).toEqual([
    'text/calendar; charset=utf-8',
    expect.stringContaining(`SUMMARY:Claim me · ${till.merchant.name}\r\n`),
  ])
  // A host opens it outside of the webview.
  expect(await link.getAttribute('target')).toBe('_blank')
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await page.getByRole('status').getByText('Added to your wallet').waitFor()
  const { body } = await by('GET', '/me/claims')
  expect(body.map((claim: { voucherId: string }) => claim.voucherId)).toEqual([id])

  await button(page, 'Redeem').click()
  await page.getByRole('heading', { level: 1, name: 'Redeem' }).waitFor()
  await page.goBack()
  await page.getByRole('article').getByRole('button', { name: 'Redeem' }).waitFor()
  await page.goBack()
  await page.locator('.merchant').first().waitFor()
})

test('share: the phone’s own list with the partner’s link; where there is none, the link is copied', async () => {
  const { id } = await till.offer({ title })
  const { page } = await enter({ permissions: ['clipboard-read', 'clipboard-write'] })
  await openScreen(page, { screen: 'voucher', id })
  await page.getByRole('article').waitFor()
  expect(await button(page, 'Share').count()).toBe(0)

  await admin('PATCH', `/admin/partners/${issuer.id}`, { shareUrl: 'https://acme.example/open?at={path}' })
  await page.reload()
  await page.locator('.merchant').first().waitFor()
  await openScreen(page, { screen: 'voucher', id })
  await page.evaluate('delete Navigator.prototype.share')
  await button(page, 'Share').click()
  await page.getByRole('status').getByText('Link copied').waitFor()
  const url = `https://acme.example/open?at=vouchers/${id}`
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url)

  await page.evaluate('navigator.share = async (link) => { window.shared = link }')
  await button(page, 'Share').click()
  const text = 'Free kopi with any toast set, RM 6'
  expect(await page.evaluate('shared')).toEqual({ title: text, text: `${till.merchant.name}: ${text}`, url })
  await expectAccessible(page)
})

test('dark mode and Arabic: accessible, no horizontal overflow', async () => {
  const { id } = await till.offer({ title })
  const { page } = await enter({ colorScheme: 'dark', locale: 'ar' })
  await openScreen(page, { screen: 'voucher', id })
  await page.getByRole('article').waitFor()
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
})

test('a tablet: the outlets are beside the voucher; on a phone they are below it', async () => {
  const { id } = await till.offer({ title })
  const { page } = await enter()
  await openScreen(page, { screen: 'voucher', id })
  const boxOf = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0 }
  const [card, outlets] = ['article.voucher', '[aria-labelledby="outlets"]'] as const
  await page.locator(outlets).waitFor()
  expect((await boxOf(outlets)).y).toBeGreaterThan((await boxOf(card)).y)
  await page.setViewportSize({ width: 744, height: 1133 })
  expect((await boxOf(outlets)).y).toBe((await boxOf(card)).y)
  expect((await boxOf(outlets)).x).toBeGreaterThan((await boxOf(card)).x)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(744)
})

test('an unknown voucher: says that it is no longer offered', async () => {
  const { page } = await enter()
  await openScreen(page, { screen: 'voucher', id: '01890000-0000-7000-8000-000000000000' })
  await page.getByText('This voucher is no longer offered.').waitFor()
  await expectAccessible(page)
})
