import { expect, test } from 'vitest'
import { grayPng } from '../support/pictures.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const bank = await onboardIssuer(browsing, { name: 'Example Bank' })
const { hire, visitAs } = openStaff(browsing)
const engineer = await hire({ role: 'partner', partnerId: bank.id })
const support = await hire({ role: 'support' })

test('an engineer creates the test twin, moves its clock, makes deliveries fail and resets it', async () => {
  const visited = await visitAs(engineer, '/console/integration')
  const { page } = visited
  await page.getByRole('button', { name: 'Create test twin' }).click()
  const shown = page.getByTestId('shown-once')
  expect(await shown.textContent()).toMatch(/^whsec_.+\ncfk_.+$/)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText(`${bank.slug}-test`, { exact: true }).waitFor()
  await page.getByText(`counterfoil-test:${bank.slug}-test`, { exact: true }).waitFor()
  await expectAccessibleInLightAndDark(page)

  await page.getByRole('button', { name: 'Copy my live keys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy my live keys' }).click()
  await page.getByText('The keys are copied.').waitFor()

  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('The clock was moved.').waitFor()
  const { body } = await browsing.admin('GET', `/admin/partners/${bank.id}/sandbox`)
  expect(Date.parse(body.clock.now) - Date.parse(body.clock.realTime)).toBeGreaterThan(27 * 24 * 3_600_000)

  await page.getByRole('button', { name: 'Let them fail' }).click()
  await page.getByText('The next 3 attempts will fail.').waitFor()

  await page.getByRole('button', { name: 'Reset the sandbox' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the sandbox' }).click()
  await page.getByText('The sandbox is empty again.').waitFor()
  const after = (await browsing.admin('GET', `/admin/partners/${bank.id}/sandbox`)).body
  expect([after.failing, after.clock.now]).toEqual([0, after.clock.realTime])
  expectQuiet(visited, browsing.origin)
})

test('support sees the sandbox and cannot change it', async () => {
  const { page } = await visitAs(support, `/console/partners/${bank.id}?tab=sandbox`)
  await page.getByRole('link', { name: `${bank.slug}-test` }).waitFor()
  expect(await page.getByRole('button', { name: 'Reset the sandbox' }).count()).toBe(0)
})

test('an admin creates a test partner: a slug without -test lands on its field, no key is needed, its sandbox opens', async () => {
  const visited = await visitAs(await hire(), '/console/partners/new')
  const { page } = visited
  await page.getByRole('combobox', { name: 'Mode' }).click()
  await page.getByRole('option', { name: 'Test: a sandbox of its own' }).click()
  await page
    .getByText('For a partner that is live already, create a test twin on its page instead.')
    .waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Trial')
  await page.getByLabel('Shown name').fill('Trial')
  await page.getByLabel('Slug').fill('trial')
  await page.getByLabel('Token issuer').fill('https://trial.example.com')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: grayPng(96, 96) }
  await page.locator('input[type=file]').setInputFiles(logo)
  await page.getByRole('button', { name: 'Replace logo' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Create partner' }).click()
  await page.getByText('Must end in -test for a test partner').waitFor()
  await page.getByLabel('Slug').fill('trial-test')
  await page.getByRole('button', { name: 'Create partner' }).click()
  await page.getByTestId('shown-once').waitFor()
  const { items } = (await browsing.admin('GET', '/admin/partners?q=trial-test')).body
  expect(items[0]).toMatchObject({ slug: 'trial-test', mode: 'test', twinId: null })
  await page.goto(`${browsing.origin}/console/partners/${items[0].id}?tab=sandbox`)
  await page.getByRole('button', { name: 'Reset the sandbox' }).waitFor()
  expectQuiet(visited, browsing.origin)
})
