import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enterCatalogue } from './catalogue.ts'
import { authenticatorApp } from './sign-in-ways.ts'
import { openStaff, PASSWORD } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, clock, origin, visit } = browsing
const { bakery } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const boss = await hire({ name: 'The Boss' })

test('an invited person: the link is shown once, opens “Create your sign-in”, and the role decides what they see', async () => {
  const visited = await visitAs(boss, '/console/staff')
  const { page } = visited
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('E-mail address').fill('till@brot-salz.example')
  await dialog.getByLabel('Name').fill('Till Brot')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'merchant' }).click()
  await dialog.getByRole('combobox', { name: 'Merchant' }).click()
  await page.getByRole('option', { name: 'Brot & Salz' }).click()
  // More merchants can be chosen until the focus leaves the field.
  await page.keyboard.press('Tab')
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('button', { name: 'Create invite link' }).click()
  const link = (await page.getByTestId('shown-once').textContent()) ?? ''
  await expectAccessibleInLightAndDark(page)
  const shown = page.getByRole('dialog', { name: 'Pass this link on' })
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect([await shown.isVisible(), await shown.getByRole('button').allTextContents()]).toEqual([
    true,
    ['Copy', 'I have stored it'],
  ])
  await page.context().grantPermissions(['clipboard-write'])
  await shown.getByRole('button', { name: 'Copy' }).click()
  await shown.getByRole('button', { name: 'Copied' }).waitFor()
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /Till Brot/ })
  await row.getByText('Brot & Salz').waitFor()
  await row.getByText('Invited', { exact: true }).waitFor()
  expectQuiet(visited, origin)

  const invited = await visit(new URL(link).pathname + new URL(link).hash)
  await invited.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await invited.page.getByRole('button', { name: 'Create sign-in' }).click()
  const areas = invited.page.getByRole('navigation', { name: 'Areas' })
  await areas.getByRole('link', { name: 'Merchants' }).waitFor()
  expect(await areas.getByRole('link', { name: /Partners|Audit|Staff/ }).count()).toBe(0)
  await invited.page.goto(`${origin}/console/staff`)
  await invited.page.getByText('This page isn’t for your role').waitFor()
  expect(invited.requested.filter((url) => url.includes('/admin/staff'))).toEqual([])
})

test('an invite is revoked from the menu: the link stops working', async () => {
  const person = { email: 'una@kopi.example', name: 'Una Invited', role: 'support' }
  const token = (await admin('POST', '/admin/staff/invite', person)).body.url.split('#invite=')[1]
  const { page } = await visitAs(boss, '/console/staff?q=una')
  await page.getByRole('button', { name: 'More actions for Una Invited' }).click()
  await page.getByRole('menuitem', { name: 'New invite link' }).waitFor()
  await page.getByRole('menuitem', { name: 'Revoke invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke the invite of Una Invited?' })
  await dialog.getByRole('button', { name: 'Revoke invite' }).click()
  await page.getByText('The invite of Una Invited is revoked.').waitFor()
  await page
    .getByRole('row', { name: /Una Invited/ })
    .getByText('Deactivated')
    .waitFor()
  const preview = await as(undefined)('POST', '/session/invite/preview', { token })
  expect(preview.body).toEqual({ error: 'invalid_sign_in_link' })
})

test('deactivate names the keys of the person; kept keys still work, and it can be undone; your own account cannot be deactivated', async () => {
  const leaver = await hire({ name: 'Lea Leaver' })
  const own = { cookie: `${leaver.cookie.name}=${leaver.cookie.value}`, origin, host: new URL(origin).host }
  const { key } = (await as(undefined)('POST', '/admin/keys', { name: 'Lea’s script', role: 'support' }, own))
    .body
  const useKey = async () => (await as(key)('GET', '/admin/categories')).status
  const { page } = await visitAs(boss, '/console/staff')
  const isActive = async () => (await admin('GET', `/admin/staff?q=${leaver.email}`)).body.items[0].isActive
  await page.getByRole('button', { name: 'More actions for Lea Leaver' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate Lea Leaver?' })
  await dialog.getByRole('listitem').filter({ hasText: 'Lea’s script' }).waitFor()
  await dialog.getByText('This key is revoked, too').waitFor()
  await dialog.getByLabel('Keep these keys working').check()
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page
    .getByRole('row', { name: /Lea Leaver/ })
    .getByText('Deactivated')
    .waitFor()
  expect([await isActive(), await useKey()]).toEqual([false, 200])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('row', { name: /Lea Leaver/ })
    .getByText('Active', { exact: true })
    .waitFor()
  expect(await isActive()).toBe(true)
  await page.getByRole('button', { name: 'More actions for Lea Leaver' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect.poll(useKey).toBe(401)
  await page.getByRole('button', { name: 'More actions for The Boss' }).click()
  expect(await page.getByRole('menuitem', { name: 'You can’t deactivate yourself.' }).isDisabled()).toBe(true)
})

test('an API key is shown once, works, and stops when it is revoked', async () => {
  const visited = await visitAs(boss, '/console/staff?tab=keys')
  const { page } = visited
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('Till of the bakery')
  await dialog.getByRole('combobox', { name: 'Merchant' }).click()
  await page.getByRole('option', { name: 'Brot & Salz' }).click()
  await dialog.getByLabel('Ends').fill('2099-01-31T12:00')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByTestId('shown-once').textContent()) ?? ''
  expect((await as(key)('GET', `/admin/merchants/${bakery.id}`)).status).toBe(200)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.reload()
  const row = page.getByRole('row', { name: /Till of the bakery/ })
  expect(await row.textContent()).toMatch(/Created by The Boss.*31 Jan 2099.*127\.0\.0\.1/)
  await expectAccessibleInLightAndDark(page)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('“Till of the bakery” is revoked.').waitFor()
  expect((await as(key)('GET', '/admin/merchants')).status).toBe(401)
  expectQuiet(visited, origin)
})

test('the sessions of a person have a URL: one is ended, then all; support can only view them', async () => {
  const worker = await hire({ name: 'Wanda Worker', role: 'support' })
  const headers = { host: new URL(origin).host, 'user-agent': 'Mozilla/5.0 (iPhone) Version/18 Safari/605' }
  const signIn = () => as(undefined)('POST', '/session', { email: worker.email, password: PASSWORD }, headers)
  await signIn()
  const openSessions = async () =>
    (await admin('GET', `/admin/staff/${worker.id}/sessions`)).body.items.length as number
  const visited = await visitAs(boss, '/console/staff?q=Wanda')
  const { page } = visited
  await page.getByRole('button', { name: 'More actions for Wanda Worker' }).click()
  await page.getByRole('menuitem', { name: 'Sessions and factors' }).click()
  await expect.poll(() => page.url()).toContain(`open=${worker.id}`)
  await page.reload()
  const drawer = page.getByRole('dialog', { name: 'Wanda Worker' })
  await drawer.getByRole('row', { name: /Safari on iPhone/ }).waitFor()
  await expectAccessibleInLightAndDark(page)
  await drawer.getByRole('button', { name: /^End the session of Safari on iPhone/ }).click()
  await drawer.getByRole('row', { name: /Safari on iPhone/ }).waitFor({ state: 'detached' })
  expect(await openSessions()).toBe(1)
  await signIn()
  await page.reload()
  await drawer.getByRole('button', { name: 'End all' }).click()
  const question = page.getByRole('dialog', { name: 'End all sessions of Wanda Worker?' })
  await question.getByText('2 sessions end at once.').waitFor()
  await question.getByRole('button', { name: 'End all' }).click()
  await drawer.getByText('Nobody is signed in as this person.').waitFor()
  expect(await openSessions()).toBe(0)
  expectQuiet(visited, origin)

  const helper = await visitAs(
    await hire({ role: 'support', name: 'Hanna Helper' }),
    '/console/staff?q=Hanna',
  )
  await helper.page.getByRole('button', { name: 'Sessions of Hanna Helper' }).click()
  const looked = helper.page.getByRole('dialog', { name: 'Hanna Helper' })
  await looked.getByRole('row', { name: /Password/ }).waitFor()
  expect(await looked.getByRole('button', { name: /End|Remove/ }).count()).toBe(0)
})

test('removing lost factors first names the consequence; then the password alone signs in', async () => {
  const loser = await hire({ name: 'Lou Loser', role: 'support' })
  const own = { cookie: `${loser.cookie.name}=${loser.cookie.value}`, origin, host: new URL(origin).host }
  const { secret } = (await as(undefined)('POST', '/session/totp', undefined, own)).body
  const code = authenticatorApp(secret).codeAt(clock.now)
  expect((await as(undefined)('PUT', '/session/totp', { code }, own)).status).toBe(200)
  const signIn = () => as(undefined)('POST', '/session', { email: loser.email, password: PASSWORD })
  expect((await signIn()).status).toBe(202)
  const { page } = await visitAs(boss, `/console/staff?q=Lou&open=${loser.id}`)
  await page.getByRole('button', { name: 'Remove second factors' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the second factors of Lou Loser?' })
  await question.getByText('Afterwards the password alone signs in.').waitFor()
  await question.getByRole('button', { name: 'Remove second factors' }).click()
  await page.getByText('The second factors of Lou Loser are removed.').waitFor()
  expect((await signIn()).status).toBe(201)
})

test('settings: requiring a second factor for a role names the consequence before it is saved; support can only view', async () => {
  const chief = await hire({ name: 'Chief' })
  const visited = await visitAs(chief, '/console/settings')
  const { page } = visited
  const panel = page.getByRole('region', { name: 'Second factor' })
  await page.getByRole('checkbox', { name: 'merchant' }).check()
  await page.getByRole('checkbox', { name: 'admin' }).check()
  await expectAccessibleInLightAndDark(page)
  await panel.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Change who needs a second factor?' })
  await question.getByText('people with the role admin or merchant who have no second factor').waitFor()
  await question.getByText('You have no second factor yourself').waitFor()
  await expectAccessibleInLightAndDark(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('checkbox', { name: 'admin' }).uncheck()
  await panel.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings are saved.').waitFor()
  const stored = async () => (await admin('GET', '/admin/settings/sign-in')).body.secondFactorRoles
  expect(await stored()).toEqual(['merchant'])
  await page.reload()
  expect(await page.getByRole('checkbox', { name: 'merchant' }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: 'merchant' }).uncheck()
  await panel.getByRole('button', { name: 'Save' }).click()
  await question.getByText('can sign in with a password alone').waitFor()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect.poll(stored).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expectQuiet(visited, origin)

  const helper = await visitAs(await hire({ role: 'support' }), '/console/settings')
  await helper.page
    .getByRole('region', { name: 'Second factor' })
    .getByText('Only an admin can change this.')
    .waitFor()
  expect(await helper.page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  expect(await helper.page.getByRole('checkbox', { name: 'merchant' }).isDisabled()).toBe(true)
})

test('settings: an admin turns maintenance on and off; every screen says so, also to support', async () => {
  const chief = await hire({ name: 'The Chief' })
  const supporter = await hire({ role: 'support' })
  const visited = await visitAs(chief, '/console/settings')
  const { page } = visited
  const panel = page.getByRole('region', { name: 'Maintenance' })
  await panel.getByRole('combobox', { name: 'How long' }).click()
  await page.getByRole('option', { name: 'Until somebody turns it off' }).click()
  await panel.getByLabel('Message to users').fill('We are moving.')
  await panel.getByRole('button', { name: 'Turn maintenance on' }).click()
  const question = page.getByRole('dialog', { name: 'Turn maintenance on?' })
  await question.getByRole('button', { name: 'Turn maintenance on' }).click()
  const bannerOn = (page: Page) =>
    page.getByRole('status').filter({ hasText: 'Maintenance is on: nothing can' })
  await bannerOn(page)
    .getByText(/^Since .+ by The Chief · until somebody turns it off$/)
    .waitFor()
  await expectAccessibleInLightAndDark(page)

  const helper = await visitAs(supporter, '/console/settings')
  await bannerOn(helper.page).getByText('We are moving.').waitFor()
  expect(await helper.page.getByRole('button', { name: 'Turn maintenance off' }).count()).toBe(0)

  await panel.getByRole('button', { name: 'Turn maintenance off' }).click()
  await bannerOn(page).waitFor({ state: 'detached' })
  expect((await admin('GET', '/admin/maintenance')).body.isOn).toBe(false)
  expectQuiet(visited, origin)
})
