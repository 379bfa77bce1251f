import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const { hire, visitAs } = openStaff(browsing)
const market = openMarket(admin)

const kopi = await market.merchant({ name: 'Kopi Corner' })
const outlet = await market.outlet(kopi.id, { name: 'Suria', pin: '4711' })
const offer = await market.offer(kopi.id, { title: 'Free {b}kopi{/b}', globalRedemptionCap: 500 })
const draft = await market.draft(kopi.id, { title: 'Free bun' })
const aina = await hire({ name: 'Aina' })
const bala = await hire({ name: 'Bala' })

test('two admins: turned on, requested in the forms, seen in the queue, approved and rejected with a note', async () => {
  const first = await visitAs(aina, '/console/settings')
  const { page } = first
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Approvals are on.').waitFor()
  // The button that opened the dialog is gone, so the next Tab goes on in the page, not at the menu.
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN')

  await page.goto(`${origin}/console/vouchers/${offer.id}`)
  await page.getByLabel('Cap for all users').fill('900')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Sent for approval: Cap 500 → 900. Nothing has changed yet.').waitFor()
  await page.getByText('Waiting for approval').waitFor()
  expect(await page.getByLabel('Cap for all users').inputValue()).toBe('500')
  await expectAccessibleInLightAndDark(page)

  await page.goto(`${origin}/console/vouchers/${draft.id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this voucher?' })
  await dialog.getByText('A second person has to approve it. Then it goes live.').waitFor()
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await page.getByText('Sent for approval: Publication. Nothing has changed yet.').waitFor()

  await page.goto(`${origin}/console/outlets/${outlet.id}`)
  await page.getByRole('button', { name: 'Generate a PIN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace PIN' }).click()
  await page.getByText('This PIN works as soon as it is approved.').waitFor()

  const second = await visitAs(bala, '/console/look-up')
  const queue = second.page
  await queue.getByLabel('3 wait for approval').click()
  await expect.poll(() => queue.url()).toBe(`${origin}/console/approvals?state=PENDING`)
  await expectAccessibleInLightAndDark(queue)
  await queue.getByRole('link', { name: 'Change a voucher' }).click()
  await queue.getByRole('row', { name: /Cap.*500.*900/ }).waitFor()
  await expectAccessibleInLightAndDark(queue)
  await queue.getByLabel('Note').fill('Agreed with Kopi Corner.')
  await queue.getByRole('button', { name: 'Approve' }).click()
  await queue.getByText('Approved. The change is made.').waitFor()
  await queue.getByText('Agreed with Kopi Corner.').waitFor()
  await queue.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Approvals' }).click()
  await queue.getByRole('link', { name: 'Change an outlet' }).click()
  await queue.getByRole('button', { name: 'Reject' }).click()
  await queue.getByText('Rejected. Nothing has changed.').waitFor()
  expect((await admin('GET', `/admin/vouchers/${offer.id}`)).body.globalRedemptionCap).toBe(900)
  expectQuiet(first, origin)
  expectQuiet(second, origin)

  const { page: phone } = await visitAs(aina, `/console/vouchers/${offer.id}?tab=history`, {
    viewport: PHONE,
  })
  await phone.getByText('Request approved, with a note').waitFor()
  await phone.goto(`${origin}/console/audit`)
  await phone.getByText('Settings: Approvals').waitFor()
})
