import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { OUTLET_AT, openTill, PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { openStaff } from './staff.ts'
import {
  DESK,
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
} from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, clock, origin } = browsing
const bank = await onboardIssuer(browsing, { name: 'Example Bank', webhookUrl: 'http://127.0.0.1:9/hooks' })
const kopi = await openTill(browsing, { name: 'Kopi Corner', timezone: 'Asia/Kuala_Lumpur' })
const teh = await openTill(browsing, { name: 'Teh House' })
const cart = await openMarket(admin).outlet(kopi.merchant.id, { name: 'Kopi Cart', pin: PIN, ...OUTLET_AT })
const coffee = await kopi.offer({ title: '{b}Free{/b} kopi', codeSource: 'AUTO' })
const tea = await teh.offer({ title: 'Free teh' })

const FAR = { consumerLat: 3.1679, consumerLng: 101.7116 }
const NO_POSITION = { consumerLat: undefined, consumerLng: undefined }

/** A customer of the bank, through the consumer API. A minute passes between attempts. */
const customer = (sub: string, email: string) => {
  const by = as(
    bank.mint({ sub, email, displayName: `Name of ${sub}`, exp: clock.now.getTime() / 1000 + 7200 }),
  )
  return async (till: typeof kopi, voucherId: string, changes: object = {}) => {
    clock.advance(60_000)
    return till.redeem(by, voucherId, changes)
  }
}
const mei = customer('mei-77', 'mei@example.com')
const ali = customer('ali-42', 'ali@example.com')
expect((await mei(kopi, coffee.id, FAR)).body.error).toBe('too_far')
const redeemed = (await mei(kopi, coffee.id)).body
expect((await mei(kopi, coffee.id)).body.error).toBe('limit_reached')
await ali(teh, tea.id)
const flagged = (await ali(kopi, coffee.id, { ...NO_POSITION, outletId: cart.id })).body
const userIdOf = async (q: string) => (await admin('GET', `/admin/users?q=${q}`)).body.items[0].id

const { hire, visitAs } = openStaff(browsing)
const support = await hire({ role: 'support', name: 'Sue Support' })
const owner = await hire({ role: 'merchant', merchantIds: [teh.merchant.id] })
const engineer = await hire({ role: 'partner', partnerId: bank.id })

const lookUp = async (page: Page, text: string) => {
  await page.getByRole('searchbox', { name: /Search for a user/ }).fill(text)
}

test('support answers “why did it fail?”: from the e-mail address to the reason, and whether it would work now', async () => {
  const visited = await visitAs(support, '/console/')
  const { page } = visited
  await page.getByRole('heading', { name: 'Look-up' }).waitFor()
  await lookUp(page, 'mei@example.com')
  await page
    .getByRole('region', { name: 'Users' })
    .getByRole('link', { name: /Name of mei-77/ })
    .click()
  await page.getByRole('heading', { name: 'Name of mei-77' }).waitFor()

  const timeline = page.getByRole('group', { name: 'Timeline' })
  const tooFar = timeline.getByRole('row', { name: /Refused/ }).last()
  await tooFar
    .getByText('Refused at Kopi Corner: The device was 1,112 m from the outlet. The maximum is 150 m.')
    .waitFor()
  await timeline.getByRole('row', { name: /Webhook .* Voucher redeemed/ }).waitFor()
  await timeline.getByRole('link', { name: 'Free kopi' }).first().waitFor()
  await tooFar.getByRole('link', { name: 'Can they redeem now?' }).click()

  await page.getByText('They can’t redeem now: user’s limit reached.').waitFor()
  const broken = page.getByRole('group', { name: 'Broken rules' })
  await broken
    .getByRole('row', {
      name: /The user’s limit isn’t reached limit_reached ✗ Broken The user has used 1 of 1/,
    })
    .waitFor()
  expect(await broken.getByRole('row').count()).toBe(2)
  const rules = page.getByRole('group', { name: 'Rules, in the order of the checks' })
  expect(await rules.count()).toBe(0)
  await page.getByText('All 21 rules, in the order of the checks').click()
  await rules.getByRole('row', { name: /The voucher is live voucher_inactive ✓ OK/ }).waitFor()
  await rules.getByRole('row', { name: /The PIN is right invalid_pin Not checked/ }).waitFor()
  expect(await rules.getByRole('row').nth(1).textContent()).toContain('The partner is enabled')
  expect(await page.getByLabel('Outlet').first().inputValue()).toBe('Kopi Corner')
  await page.reload()
  await page.getByText('They can’t redeem now: user’s limit reached.').waitFor()
  expectQuiet(visited, origin)
})

test('a voucher that the user has never seen is found by its title, and can be redeemed', async () => {
  const { page } = await visitAs(support, `/console/users/${await userIdOf('mei-77')}?tab=redeemability`)
  await page.getByText('Choose a voucher to see every rule').waitFor()
  await page.getByRole('combobox', { name: 'Voucher' }).fill('teh')
  await page.getByRole('option', { name: /Free teh/ }).click()
  await page.getByText('Nothing stops them so far.').waitFor()
  await page.getByRole('combobox', { name: 'Outlet' }).click()
  await page.getByRole('option', { name: /Kopi Corner/ }).click()
  await page.getByText('They can redeem now, with the right PIN, at the outlet.').waitFor()
  expect(page.url()).toContain(`voucherId=${tea.id}&outletId=${teh.outlet.id}`)
  await expectAccessibleInLightAndDark(page)
})

test('the search finds a redemption by its code, a user by name, and says when nothing matches', async () => {
  const { page } = await visitAs(support, '/console/look-up')
  await lookUp(page, redeemed.code)
  await page
    .getByRole('region', { name: 'Redemptions' })
    .getByRole('link', { name: /Free kopi/ })
    .waitFor()
  await lookUp(page, 'nobody at all')
  await page.getByText('Nothing matches “nobody at all”.').waitFor()
  expect(page.url()).toContain('?q=nobody+at+all')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to a page or find a record').fill('ali@example.com')
  await page.getByRole('button', { name: /Name of ali-42/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Name of ali-42' }).waitFor()
})

test('users of two banks with the same id: each shows its partner, and the filter by partner is in the URL', async () => {
  const other = await onboardIssuer(browsing, { name: 'Second Bank' })
  for (const { mint } of [bank, other]) {
    const exp = clock.now.getTime() / 1000 + 60
    expect((await as(mint({ sub: 'sam-5', exp }))('GET', '/me')).status).toBe(200)
  }
  const { page } = await visitAs(support, '/console/look-up?q=sam-5')
  const users = page.getByRole('region', { name: 'Users' }).getByRole('link')
  await expect.poll(() => users.allTextContents()).toEqual(['sam-5Second Bank', 'sam-5Example Bank'])
  await page.getByRole('combobox', { name: 'Partner' }).click()
  await page.getByRole('option', { name: 'Second Bank' }).click()
  await expect.poll(() => users.allTextContents()).toEqual(['sam-5Second Bank'])
  expect(page.url()).toContain(`partnerId=${other.id}`)
  await expectAccessibleInLightAndDark(page)
})

test('support voids a redemption: the reason is required, the consequence is named, the partner is notified', async () => {
  const { page } = await visitAs(support, `/console/redemptions/${redeemed.id}`)
  await page.getByText(redeemed.code).waitFor()
  await page.getByText('111.2 m').waitFor()
  const deliveries = page.getByRole('region', { name: 'Webhook deliveries' }).first()
  await deliveries.getByRole('row', { name: /Voucher redeemed/ }).waitFor()
  await page.getByRole('button', { name: 'Void' }).click()
  const dialog = page.getByRole('dialog', { name: 'Void this redemption?' })
  await dialog.getByText('mei-77 gets back 1 use of “Free kopi”').waitFor()
  expect(await dialog.getByRole('button', { name: 'Void redemption' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('Redeemed twice by mistake.')
  await expectAccessibleInLightAndDark(page)
  await expectAccessible(page, ['landmark-unique'])
  await dialog.getByRole('button', { name: 'Void redemption' }).click()
  await page.getByText('The redemption of “Free kopi” is voided.').waitFor()
  await deliveries.getByRole('row', { name: /Redemption voided/ }).waitFor()
  const { body } = await admin('GET', `/admin/redemptions/${redeemed.id}`)
  expect(body).toMatchObject({ voidReason: 'Redeemed twice by mistake.', voidedAt: expect.any(String) })
  expect(await page.getByRole('button', { name: 'Void' }).getAttribute('aria-disabled')).toBe('true')
})

test('the review queue by keyboard: j and k move, a accepts with the note, r rejects, the next one follows', async () => {
  clock.advance(60_000)
  const other = customer('kim-9', 'kim@example.com')
  const second = (await other(kopi, coffee.id, NO_POSITION)).body
  const visited = await visitAs(support, '/console/review')
  const { page } = visited
  await page.getByText('1 of 2').waitFor()
  await page.getByRole('link', { name: 'kim-9' }).waitFor()
  await page.keyboard.press('j')
  await page.getByText('2 of 2').waitFor()
  expect(page.url()).toContain(`open=${flagged.id}`)
  const userDay = page.getByRole('region', { name: 'What else this user did that day' }).first()
  await userDay.getByRole('link', { name: 'Free teh' }).waitFor()
  await page.getByRole('region', { name: 'What else happened at this outlet that day' }).first().waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.setViewportSize({ ...DESK, width: 360 })
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.setViewportSize(DESK)
  await page.keyboard.press('k')
  await page.getByText('1 of 2').waitFor()
  await page.getByLabel('Note (optional)').fill('The outlet remembers an a and an r.')
  await page.getByLabel('Note (optional)').press('Tab')
  await page.keyboard.press('a')
  await page.getByText('The redemption of kim-9 is accepted.').waitFor()
  await page.getByText('1 of 1').waitFor()
  await page.keyboard.press('r')
  await page.getByText('Nothing waits for a review.').waitFor()
  const reviewOf = async (id: string) => (await admin('GET', `/admin/redemptions/${id}`)).body.review
  expect(await reviewOf(second.id)).toMatchObject({
    outcome: 'ACCEPTED',
    note: 'The outlet remembers an a and an r.',
  })
  expect(await reviewOf(flagged.id)).toMatchObject({ outcome: 'REJECTED', note: null })
  expectQuiet(visited, origin)
})

test('redemptions: every filter is in the URL, and the CSV has what the filter shows', async () => {
  const { page } = await visitAs(support, '/console/redemptions', { timezoneId: 'UTC' })
  const table = page.getByRole('table')
  await table.getByRole('link', { name: 'Free teh' }).waitFor()
  await page.getByRole('combobox', { name: 'Merchant' }).fill('kopi')
  await page.getByRole('option', { name: 'Kopi Corner' }).click()
  await table.getByRole('link', { name: 'Free teh' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Outlet' }).click()
  await page.getByRole('option', { name: 'Kopi Cart' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Flagged' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  // Somebody who types 2026 has the year 20 in the field for a moment.
  await page.getByLabel(/^From/).fill('0020-01-01T00:00')
  expect(await page.getByLabel(/^From/).inputValue()).toBe('0020-01-01T00:00')
  await page.getByLabel(/^From/).fill('2026-01-01T00:00')
  await expect
    .poll(() => page.url())
    .toContain(`merchantId=${kopi.merchant.id}&outletId=${cart.id}&status=FLAGGED&from=2026-01-01T00`)
  await page.reload()
  await table.getByRole('row', { name: /Kopi Cart/ }).waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Outlet' }).inputValue()).toBe('Kopi Cart')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const stream = await (await saving).createReadStream()
  const lines = (await Array.fromAsync(stream)).join('').trim().split('\r\n')
  expect(lines.slice(1)).toEqual([expect.stringContaining(flagged.id)])
})

test('a merchant sees only its own redemptions and no users; a partner’s engineer sees no merchants', async () => {
  const { page, requested } = await visitAs(owner, '/console/redemptions')
  await page.getByRole('link', { name: 'Free teh' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  expect(await page.getByRole('button', { name: 'Void' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Free teh' }).click()
  await page
    .getByText(/^Customer \w+$/)
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: /^Customer/ }).count()).toBe(0)
  expect(await page.getByText('ali-42').count()).toBe(0)
  await page.goto(`${origin}/console/redemptions/${redeemed.id}`)
  await page.getByText('This doesn’t exist, or you have no access to it.').waitFor()
  await page.goto(`${origin}/console/review`)
  await page.getByText('This page isn’t for your role').waitFor()
  expect(requested.filter((url) => /\/admin\/(users|deliveries|partners)/.test(url))).toEqual([])

  const visited = await visitAs(engineer, '/console/refusals')
  await visited.page.getByText('The device was 1,112 m from the outlet.').waitFor()
  await visited.page.getByRole('link', { name: 'mei-77' }).first().click()
  await visited.page
    .getByRole('row', { name: /Refused/ })
    .first()
    .waitFor()
  expect(visited.requested.filter((url) => /\/admin\/(merchants|vouchers|outlets)/.test(url))).toEqual([])
})

test('refused attempts: the reason is a filter, and the user’s page a click away', async () => {
  const { page } = await visitAs(support, `/console/refusals?userId=${await userIdOf('mei-77')}`)
  await page.getByRole('row', { name: /User’s limit reached/ }).waitFor()
  await page.getByRole('combobox', { name: 'Reason' }).fill('far')
  await page.getByRole('option', { name: 'Too far away' }).click()
  await page.getByRole('row', { name: /User’s limit reached/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Too far away too_far The device was 1,112 m/ }).waitFor()
  expect(page.url()).toContain('code=too_far')
})

test.each([
  ['/console/look-up?q=kopi', 'Vouchers'],
  ['/console/users', 'Users'],
  ['/console/users/mei', 'Timeline'],
  ['/console/redemptions', 'Redemptions'],
  ['/console/redemptions/flagged', 'Webhook deliveries'],
  ['/console/refusals', 'Refused attempts'],
])('%s: accessible in light and dark, and fits 360 px', async (path, region) => {
  const address = path
    .replace('users/mei', `users/${await userIdOf('mei-77')}`)
    .replace('flagged', flagged.id)
  const visited = await visitAs(support, address)
  const { page } = visited
  const named = { name: region, exact: true }
  await page.getByRole('group', named).or(page.getByRole('region', named)).first().waitFor()
  await expectAccessibleInLightAndDark(visited.page)
  await visited.page.setViewportSize({ ...DESK, width: 360 })
  await expectAccessible(visited.page)
  expect(await visited.page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expectQuiet(visited, origin)
})
