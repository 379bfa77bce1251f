import { expect, test } from 'vitest'
import { runBulkJobs } from '../../src/domain/bulk/run-bulk.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
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
const { admin, deps, origin } = browsing
const bank = await onboardIssuer(browsing, { name: 'Example Bank' })
const kopi = await openTill(browsing, { name: 'Kopi Corner' })
const visitor = visitorsOf(browsing, bank)
const coffee = await kopi.offer({ title: 'Free kopi' })
const ids: string[] = []
for (const user of ['mei', 'ali', 'lim', 'tan']) {
  const { body } = await kopi.redeem(visitor(user), coffee.id, {
    consumerLat: undefined,
    consumerLng: undefined,
  })
  ids.push(body.id)
}
const { hire, visitAs } = openStaff(browsing)
const support = await hire({ role: 'support', name: 'Sue Support' })
const stateOf = async (id: string) => (await admin('GET', `/admin/redemptions/${id}`)).body

test('by keyboard: rows are selected, the question has the number, the job goes on after the page is left, and its results are found again', async () => {
  const visited = await visitAs(support, '/console/review')
  const { page } = visited
  await page
    .getByRole('navigation', { name: 'Areas' })
    .getByRole('link', { name: /Review queue 4/ })
    .waitFor()
  await page.getByRole('link', { name: 'As a list' }).click()
  await page.getByText('4 rows').waitFor()
  for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('region', { name: 'Actions for the selected rows' })
  await bar.getByText('2 selected').waitFor()
  await expectAccessibleInLightAndDark(page)

  await bar.getByRole('button', { name: 'Reject and void' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject and void 2 redemptions?' })
  await dialog.getByLabel('Reason').fill('Not at the outlet.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reject and void 2 redemptions' }).click()
  await page.getByText('0 of 2 done.').waitFor()
  await expectAccessible(page)
  const job = page.url()
  await page.goto(`${origin}/console/look-up`)
  await runBulkJobs(deps)

  await page.getByRole('link', { name: 'Bulk jobs' }).click()
  await page.getByRole('link', { name: 'Reject and void' }).click()
  await page
    .getByRole('row', { name: /Free kopi · Kopi Corner.*Done/ })
    .nth(1)
    .waitFor()
  expect(page.url()).toBe(job)
  await expectAccessible(page)
  const states = await Promise.all(ids.map(stateOf))
  expect(states.map(({ voidedAt }) => voidedAt !== null)).toEqual([false, true, false, true])

  await page
    .getByRole('link', { name: /Free kopi/ })
    .first()
    .click()
  await page.getByText('Rejected by Sue Support').waitFor()
  await page.getByLabel('New note').fill('Two phones, one person.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('list', { name: 'Notes' }).getByText('Two phones, one person.').waitFor()
  await expectAccessibleInLightAndDark(page)

  await page.goto(`${origin}/console/review`)
  await page.getByRole('link', { name: 'As a list' }).click()
  await page.getByText('2 rows').waitFor()
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  await bar.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept 1 redemption' }).click()
  await page.getByText('0 of 1 done.').waitFor()
  await runBulkJobs(deps)
  await page.getByRole('navigation').getByRole('link', { name: 'Review queue 1' }).waitFor()
  expectQuiet(visited, origin)
})

test('on a phone of 360 px: a filter is saved and found again, and all rows of a page are selected', async () => {
  const { page } = await visitAs(support, '/console/redemptions?reviewed=false', {
    viewport: { ...DESK, width: 360 },
  })
  await page.getByText('1 row').waitFor()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: 'Save these filters …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these filters' })
  await dialog.getByLabel('Name').fill('Not reviewed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${origin}/console/redemptions`)
  await page.getByText('4 rows').waitFor()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: /Not reviewed/ }).click()
  await page.getByText('1 row').waitFor()
  expect(page.url()).toBe(`${origin}/console/redemptions?reviewed=false`)
  await page.getByRole('checkbox', { name: 'Select row 1' }).click()
  await page.getByText('1 selected').waitFor()
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
})
