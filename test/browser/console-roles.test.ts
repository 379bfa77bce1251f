import type { Role } from '@counterfoil/contract/define-route.ts'
import { expect, test } from 'vitest'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { openStaff } from './staff.ts'
import { expectAccessible, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { as, origin } = browsing
const bank = await onboardIssuer(browsing, { name: 'Example Bank', webhookUrl: 'http://127.0.0.1:9/hooks' })
const kopi = await openTill(browsing, { name: 'Kopi Corner' })
const coffee = await kopi.offer({ claimFlow: 'INSTANT' })
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
    lacks: ['Review queue', 'Featured', 'Categories'],
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
  }
  // From a redemption to its user and deliveries, where other roles have buttons and links.
  await page.goto(`${origin}/console/redemptions/${redeemed.body.id}`)
  await page.getByRole('link', { name: 'mei-77' }).first().click()
  await page.getByRole('heading', { name: /mei-77/, level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(refused).toEqual([])
  expectQuiet(visited, origin)
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
