import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enterCatalogue } from './catalogue.ts'
import { readQrCode } from './qr-reader.ts'
import { authenticatorApp, callsOf, openAuthenticator, openBrowsingWithAllWays } from './sign-in-ways.ts'
import { openStaff, PASSWORD, type StaffPerson } from './staff.ts'
import { DESK, expectAccessibleInLightAndDark, expectQuiet } from './visits.ts'

const browsing = await openBrowsingWithAllWays()
const { admin, as, clock, db, issuer, origin } = browsing
const { kopi } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const callAs = callsOf(browsing)

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()
const outdateProof = ({ id }: StaffPerson) =>
  db`update staff_sessions set proved_at = ${new Date(clock.now.getTime() - 16 * 60_000)} where staff_id = ${id}`
const openAccount = async (person: StaffPerson) => {
  const visited = await visitAs(person, '/console/account')
  await panel(visited.page, 'Recovery codes').waitFor()
  return visited
}

async function setUpApp(page: Page) {
  await panel(page, 'Authenticator app').getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const secret = ((await dialog.getByTestId('totp-secret').textContent()) ?? '').replaceAll(' ', '')
  return { dialog, secret, app: authenticatorApp(secret) }
}

async function addPasskey(page: Page, name: string) {
  await panel(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  return dialog
}

test('your name: an empty one is refused, a new one shows in the header at once', async () => {
  const visited = await openAccount(await hire({ role: 'support', name: 'Old Name' }))
  const { page } = visited
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await field.fill('   ')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Required').waitFor()
  await field.fill('New Name')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Your account: New Name' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.setViewportSize({ ...DESK, width: 360 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expectQuiet(visited, origin)
})

test('passkeys: the first shows recovery codes; a second on the same device is refused; it can be renamed, used and removed', async () => {
  const person = await hire({ role: 'support' })
  const visited = await openAccount(person)
  const { page } = visited
  await openAuthenticator(page)
  const dialog = await addPasskey(page, '  ')
  await dialog.getByText('Required').waitFor()
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.getByRole('listitem').nth(9).waitFor()
  await codes.getByRole('button', { name: 'I have stored them' }).click()
  await panel(page, 'Recovery codes').getByText('10 codes left').waitFor()
  const again = await addPasskey(page, 'The same device')
  await again.getByRole('alert').getByText('already has a passkey for your account').waitFor()
  await again.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'More actions for Work laptop' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Blue laptop')
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await panel(page, 'Passkeys').getByRole('cell', { name: 'Blue laptop', exact: true }).waitFor()
  await expectAccessibleInLightAndDark(page)

  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await panel(page, 'Sessions').getByText('Passkey', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'More actions for Blue laptop' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove “Blue laptop”?' })
  await removal.getByText('your password alone signs you in').waitFor()
  await removal.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You have no passkey yet.').waitFor()
  const signIn = { email: person.email, password: PASSWORD }
  expect((await as(undefined)('POST', '/session', signIn)).status).toBe(201)
  expectQuiet(visited, origin)
})

test('authenticator app: the QR code holds the key, a wrong code changes nothing, a right one shows ten recovery codes once', async () => {
  const person = await hire({ role: 'support' })
  const visited = await openAccount(person)
  const { page } = visited
  const { dialog, secret, app } = await setUpApp(page)
  const uri = `otpauth://totp/Counterfoil:${encodeURIComponent(person.email)}?issuer=Counterfoil&secret=${secret}&algorithm=SHA1&digits=6&period=30`
  expect(await readShownQrCode(page)).toBe(uri)
  await expectAccessibleInLightAndDark(page)
  for (const wrong of ['000000', 'abc']) {
    await dialog.getByRole('textbox', { name: 'Code' }).fill(wrong)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByRole('alert').getByText('This code is wrong or too old.').waitFor()
  }
  expect((await callAs(person, 'GET', '/session/factors')).body.totpSince).toBe(null)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.codeAt(clock.now))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const shown = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await shown.getByRole('listitem').first().waitFor()
  const codes = await shown.getByRole('listitem').allTextContents()
  expect(new Set(codes).size).toBe(10)
  await expectAccessibleInLightAndDark(page)
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Download' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toContain(person.email)
  for (const code of codes) expect(file).toContain(code)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copy all' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
  await shown.getByRole('button', { name: 'I have stored them' }).click()
  await panel(page, 'Recovery codes').getByText('10 codes left').waitFor()

  await panel(page, 'Recovery codes').getByRole('button', { name: 'Create new codes' }).click()
  const question = page.getByRole('dialog', { name: 'Create new recovery codes?' })
  await question.getByText('The 10 codes you have now stop working.').waitFor()
  await question.getByRole('button', { name: 'Create new codes' }).click()
  await shown.getByRole('listitem').first().waitFor()
  const newCodes = await shown.getByRole('listitem').allTextContents()
  expect(newCodes).not.toContain(codes[0])
  await shown.getByRole('button', { name: 'I have stored them' }).click()

  await panel(page, 'Authenticator app').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await panel(page, 'Authenticator app').getByText('Not set up').waitFor()
  await panel(page, 'Recovery codes').getByText('Add a passkey or an authenticator app first.').waitFor()
  expectQuiet(visited, origin)
})

test('sessions: device, address and last use; ending one signs it out, and only it', async () => {
  const person = await hire({ role: 'support' })
  const headers = { host: new URL(origin).host, 'user-agent': 'Mozilla/5.0 (iPhone) Version/18 Safari/605' }
  const phone = await as(undefined)('POST', '/session', { email: person.email, password: PASSWORD }, headers)
  const cookie = String(phone.headers['set-cookie']).split(';')[0] ?? ''
  const visited = await openAccount(person)
  const { page } = visited
  const row = panel(page, 'Sessions').getByRole('row', { name: /Safari on iPhone/ })
  await row.getByText('127.0.0.1').waitFor()
  await row.getByRole('button', { name: 'End the session of Safari on iPhone at 127.0.0.1' }).click()
  await row.waitFor({ state: 'detached' })
  expect((await as(undefined)('GET', '/session', undefined, { cookie, host: headers.host })).status).toBe(401)
  await panel(page, 'Sessions').getByText('This session', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await question.getByText('Your only session, this one, ends at once.').waitFor()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expectQuiet(visited, origin)
})

test('a role that needs a second factor: the console opens only after it is added, also in an open session', async () => {
  const person = await hire({ role: 'merchant', merchantIds: [kopi.id] })
  const { page } = await visitAs(person, '/console/overview')
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  // While the overview is loading, its requests would be refused, and the link would be gone before the click.
  await page.waitForLoadState('networkidle')
  await admin('PUT', '/admin/settings/sign-in', { secondFactorRoles: ['merchant'] })
  await page.getByRole('link', { name: 'Redemptions', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.reload()
  const { dialog, app } = await setUpApp(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.codeAt(clock.now))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  await admin('PUT', '/admin/settings/sign-in', { secondFactorRoles: [] })
})

test('the proof before a sensitive act: passkey, password, code or single sign-on, whatever the account has', async () => {
  const person = await hire({ name: 'Petra Proof' })
  const { page } = await openAccount(person)
  await openAuthenticator(page)
  await addPasskey(page, 'Laptop')
  await page.getByRole('button', { name: 'I have stored them' }).click()
  const { dialog, app } = await setUpApp(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.codeAt(clock.now))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()

  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  const shown = page.getByRole('dialog', { name: 'Save your recovery codes' })
  /** A sensitive act. */
  const createCodes = async () => {
    await outdateProof(person)
    await panel(page, 'Recovery codes').getByRole('button', { name: 'Create new codes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click()
    await proof.waitFor()
  }
  const finish = () => shown.getByRole('button', { name: 'I have stored them' }).click()

  await createCodes()
  await expectAccessibleInLightAndDark(page)
  await proof.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await finish()

  await createCodes()
  await proof.getByRole('button', { name: 'Use your password' }).click()
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await finish()

  await createCodes()
  await proof.getByRole('button', { name: 'Use the authenticator app' }).click()
  await proof.getByRole('textbox', { name: 'Code' }).fill('000000')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await proof.getByRole('alert').getByText('This code is wrong, or it was used already.').waitFor()
  await expectAccessibleInLightAndDark(page)
  clock.advance(30_000)
  await proof.getByRole('textbox', { name: 'Code' }).fill(app.codeAt(clock.now))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await finish()

  await createCodes()
  await proof.getByRole('button', { name: 'Use single sign-on' }).click()
  await expectAccessibleInLightAndDark(page)
  issuer.welcome({ email: person.email, email_verified: true })
  await proof.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await finish()
})

/**
 * Types into the form of a merchant and saves; the session ends before the save arrives, and not earlier, since any other
 * request would open the dialog too. Returns the sign-in dialog and the check that follows it.
 */
async function saveAfterTheSessionEnded(page: Page, description: string) {
  await page.getByLabel('Description').fill(description)
  const saves = `**/admin/merchants/${kopi.id}`
  await page.route(saves, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await db`delete from staff_sessions`
    await route.continue()
    await page.unroute(saves)
  })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  const expectSaved = async () => {
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await admin('GET', `/admin/merchants/${kopi.id}`)).body.description)
      .toBe(description)
  }
  return { dialog, expectSaved }
}

const PROFILE = `/console/merchants/${kopi.id}?tab=profile`

test('a session that ends inside a form: single sign-on in a separate window, then the save continues', async () => {
  const person = await hire()
  const { page } = await visitAs(person, PROFILE)
  const signOn = async (description: string) => {
    const { dialog, expectSaved } = await saveAfterTheSessionEnded(page, description)
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await expectAccessibleInLightAndDark(page)
    issuer.welcome({ email: person.email, email_verified: true })
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Continue with single sign-on' }).click()
    const popup = await opened
    await expectSaved()
    return popup
  }
  const closed = await signOn('Typed before the session ended.')
  if (!closed.isClosed()) await closed.waitForEvent('close')
  // Some browsers do not let a window close itself.
  await page.context().addInitScript('window.close = () => {}')
  const kept = await signOn('Typed before it ended again.')
  await kept.getByRole('heading', { name: 'You’re signed in' }).waitFor()
  await expectAccessibleInLightAndDark(kept)
})

test('a session that ends inside a form: a passkey signs in on top, then the save continues', async () => {
  const person = await hire()
  const { page } = await openAccount(person)
  await openAuthenticator(page)
  await addPasskey(page, 'Work laptop')
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await page.goto(origin + PROFILE)
  const { dialog, expectSaved } = await saveAfterTheSessionEnded(page, 'Typed before the passkey.')
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectSaved()
})

test('a session that ends inside a form: password and authenticator code on top, then the save continues', async () => {
  const person = await hire()
  const { secret } = (await callAs(person, 'POST', '/session/totp')).body
  const app = authenticatorApp(secret)
  await callAs(person, 'PUT', '/session/totp', { code: app.codeAt(clock.now) })
  const { page } = await visitAs(person, PROFILE)
  const { dialog, expectSaved } = await saveAfterTheSessionEnded(page, 'Typed before the code.')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  const code = dialog.getByRole('textbox', { name: 'Code', exact: true })
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.getByRole('alert').getByText('This code is wrong, or it was used already.').waitFor()
  await expectAccessibleInLightAndDark(page)
  clock.advance(30_000)
  await code.fill(app.codeAt(clock.now))
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectSaved()
})

/** Reads the modules of the picture on the screen. */
async function readShownQrCode(page: Page): Promise<string> {
  const picture = page.getByRole('img', { name: 'QR code for the authenticator app' })
  const [edge = 0] = ((await picture.getAttribute('viewBox')) ?? '').split(' ').slice(2).map(Number)
  const side = edge - 8
  const square = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  const path = (await picture.locator('path').getAttribute('d')) ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const row = square[Number(y)]
    if (row) row[Number(x)] = true
  }
  return readQrCode(square)
}

test('a person chooses Arabic: the page is loaded again from right to left, with Arabic words, and stays so', async () => {
  const { page } = await visitAs(await hire({ role: 'admin' }), '/console/account')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'العربية' }).click()
  await page.getByRole('link', { name: 'التجار' }).waitFor()
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  const menu = await page.locator('.mantine-AppShell-navbar').boundingBox()
  expect(menu?.x ?? 0).toBeGreaterThan(600)
  await page.goto(`${origin}/console/merchants`)
  await page.getByRole('link', { name: 'التجار' }).waitFor()
})
