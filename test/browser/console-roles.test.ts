import type { Role } from '@counterfoil/contract/define-route.ts'
import { expect, test } from 'vitest'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { openStaff } from './staff.ts'
import { expectAccessible, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, origin } = browsing
const bank = await onboardIssuer(browsing, { name: 'Example Bank', webhookUrl: 'http://127.0.0.1:9/hooks' })
const kopi = await openTill(browsing, { name: 'Kopi Corner' })
const coffee = await kopi.offer({ title: '1-for-1 iced latte' })
const redeemed = await kopi.redeem(as(bank.mint({ sub: 'mei-77' })), coffee.id)
expect(redeemed.status).toBe(201)
const { hire, visitAs } = openStaff(browsing)

const MENUS: {
  role: Role
  first: string
  access: { partnerId?: string }
  has: string[]
  lacks: string[]
}[] = [
  {
    ...{ role: 'viewer', first: 'Overview', access: {} },
    has: ['Look-up', 'Statements', 'Merchants', 'Partners', 'Audit', 'Staff and keys', 'Settings'],
    lacks: ['Review queue', 'Featured', 'Categories', 'Bulk jobs'],
  },
  {
    ...{ role: 'partner-support', first: 'Users', access: { partnerId: bank.id } },
    has: ['Redemptions', 'Claims', 'Refused attempts', 'Deliveries'],
    lacks: ['Overview', 'Partners', 'Failed requests', 'Look-up', 'Statements', 'Alerts'],
  },
]

test.each(MENUS)('$role signs in and walks the menu: every page opens, nothing is refused', async (menu) => {
  const person = await hire({ role: menu.role, ...menu.access })
  const visited = await visitAs(person, '/console/')
  const { page } = visited
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  await page.getByRole('heading', { name: menu.first, level: 1 }).waitFor()
  const areas = page.getByRole('navigation', { name: 'Areas' })
  const labels = (await areas.getByRole('link').allInnerTexts()).map((label) => label.trim())
  expect(labels).toEqual(expect.arrayContaining([...menu.has]))
  for (const label of menu.lacks) expect(labels).not.toContain(label)
  for (const label of labels) {
    await areas.getByRole('link', { name: label, exact: true }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, ['landmark-unique'])
  }
  // From a redemption to its user and deliveries, where other roles have buttons and links.
  await page.goto(`${origin}/console/redemptions/${redeemed.body.id}`)
  await page.getByRole('link', { name: 'mei-77' }).first().click()
  await page.getByRole('heading', { name: /mei-77/, level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(refused).toEqual([])
  expectQuiet(visited, origin)
})

/** Whether the number at the start of the heading is left of its letters. */
const READS_FROM_LEFT = `(() => {
  const text = document.createTreeWalker(document.querySelector('h1'), NodeFilter.SHOW_TEXT).nextNode()
  const leftOf = (place) => {
    const range = document.createRange()
    range.setStart(text, place)
    range.setEnd(text, place + 1)
    return range.getBoundingClientRect().left
  }
  return leftOf(0) < leftOf(2)
})()`

test('partner-support in Arabic: no link leads to a page that is not for the role, and no sentence is English', async () => {
  await admin('POST', `/admin/redemptions/${redeemed.body.id}/void`, { reason: 'خطأ' })
  const person = await hire({ role: 'partner-support', partnerId: bank.id, language: 'ar' })
  const { page } = await visitAs(person, '/console/users')
  const check = `/console/users/${redeemed.body.userId}?tab=redeemability&voucherId=${coffee.id}`
  const open = ['/console/users', '/console/redemptions', '/console/claims', '/console/deliveries', check]
  const seen = new Set(open)
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('heading', { name: 'هذه الصفحة ليست لدورك' }).count(), path).toBe(0)
    const text = (await page.locator('main').textContent()) ?? ''
    expect(text.match(/[A-Z][a-z]+ [a-z’]+ [a-z]+|Operator/)?.[0], path).toBeUndefined()
    for (const link of await page.evaluate<string[]>(
      "[...document.querySelectorAll('main a')].map((one) => one.pathname)",
    )) {
      const screen = link.replace(/[0-9a-f-]{36}/, 'id')
      if (!seen.has(screen)) open.push(link)
      seen.add(screen)
    }
  }
  expect([...seen]).toContain('/console/deliveries/id')

  await page.goto(`${origin}/console/redemptions/${redeemed.body.id}`)
  await page.getByRole('heading', { name: '1-for-1 iced latte' }).waitFor()
  expect(await page.evaluate(READS_FROM_LEFT)).toBe(true)
})

test('a viewer reads the fields of a form, without buttons that it can never press', async () => {
  const { page } = await visitAs(
    await hire({ role: 'viewer' }),
    `/console/merchants/${kopi.merchant.id}?tab=profile`,
  )
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  const styles = await page.evaluate<string[][]>(
    "[document.body, document.querySelector('fieldset input')].map((one) => [getComputedStyle(one).color, getComputedStyle(one).opacity])",
  )
  expect(styles[1]).toEqual(styles[0])
  // Mantine draws a switch over an invisible checkbox.
  const ofSwitch = "getComputedStyle(document.querySelector('fieldset [role=switch]')).opacity"
  expect(await page.evaluate(ofSwitch)).toBe('0')
  expect(await page.getByRole('group').getByRole('button').count()).toBe(0)
})

test('a viewer reads in the console what each role may do', async () => {
  const visited = await visitAs(await hire({ role: 'viewer' }), '/console/staff?tab=roles')
  const row = visited.page.getByRole('row', { name: /^Void and review redemptions/ })
  await row.waitFor()
  expect(await row.getByRole('cell').allInnerTexts()).toEqual([
    ...['Void and review redemptions', 'yes', 'yes', '–', '–', '–', '–'],
  ])
  await expectAccessible(visited.page)
  expectQuiet(visited, origin)
})
