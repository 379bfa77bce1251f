import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFirstLink } from '../../src/process/installation/first-link.ts'
import { enterCatalogue } from './catalogue.ts'
import { openStaff, PASSWORD } from './staff.ts'
import {
  DESK,
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
} from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin, visit, clock, db, deps } = browsing
const { kopi } = await enterCatalogue(admin)
/** The link is created before the first admin: afterwards there is none. */
const firstLink = await createFirstLink(deps, true)
const { hire, invite, visitAs } = openStaff(browsing)

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the link of the start block: the first admin names an e-mail address, chooses a password and lands on the overview', async () => {
  const { page } = await visit(`/console/${new URL(firstLink ?? '').hash}`)
  await page.getByText('You’re the first admin of this installation.').waitFor()
  await page.getByLabel('E-mail address').fill('no address')
  await page.getByLabel('Your name').fill('Aina Rahman')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create sign-in' }).click()
  await page.getByText('Must be an e-mail address').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByLabel('E-mail address').fill('aina@example.com')
  await page.getByRole('button', { name: 'Create sign-in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const { items } = (await admin('GET', '/admin/staff?q=aina@example.com')).body
  expect(items).toMatchObject([{ name: 'Aina Rahman', role: 'admin' }])
})

test('nothing typed: the form says so in its own language, and the first wrong field has the focus', async () => {
  const { page } = await visit('/console/', { locale: 'ar' })
  await page.getByRole('button', { name: 'تسجيل الدخول', exact: true }).click()
  await expect.poll(() => page.getByText('مطلوب', { exact: true }).count()).toBe(2)
  expect(await page.evaluate('document.activeElement.type')).toBe('email')
})

test('a reset link: the new password works, the old one does not', async () => {
  const person = await hire()
  const { url } = (await admin('POST', `/admin/staff/${person.id}/reset`)).body
  const { page } = await visit(`/console/${new URL(url).hash}`)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.getByLabel('New password', { exact: true }).fill('eleven green buses wait')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  const signIn = (password: string) =>
    browsing.as(undefined)('POST', '/session', { email: person.email, password })
  expect((await signIn(PASSWORD)).status).toBe(401)
  expect((await signIn('eleven green buses wait')).status).toBe(201)
})

test('an invite link: “Create your sign-in” asks for a password, then opens the page of the role', async () => {
  const { path } = await invite({ role: 'support' })
  const visited = await visit(path)
  const { page } = visited
  await page.getByRole('heading', { name: 'Create your sign-in' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create sign-in' }).click()
  await page.getByText('At least 12 characters', { exact: true }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill('password1234')
  await page.getByRole('button', { name: 'Create sign-in' }).click()
  await page.getByText('This password is too common.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create sign-in' }).click()
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  expect(page.url()).not.toContain('invite')
  expect(await page.evaluate('document.cookie')).toBe('')
  await page.reload()
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  expectQuiet(visited, origin)

  const again = await visit(path)
  await again.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await expectAccessibleInLightAndDark(again.page)
  await again.page.getByRole('button', { name: 'Go to sign-in' }).click()
  await again.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test.each(['forged-token', '%20', 'x'.repeat(300)])(
  'a forged link %s: says that it doesn’t work',
  async (token) => {
    const { page } = await visit(`/console/#invite=${token}`)
    await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  },
)

test('an expired link: says that it doesn’t work', async () => {
  const { path } = await invite()
  clock.advance(7 * 24 * 3_600_000 + 1000)
  const { page } = await visit(path)
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
})

test('a wrong password and an unknown e-mail address get the same words; the right password signs in', async () => {
  const { email } = await hire()
  const visited = await visit('/console/merchants')
  const { page } = visited
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  for (const [address, password] of [
    [email, 'wrong password entirely'],
    ['nobody@example.com', PASSWORD],
  ] as const) {
    await fillSignIn(page, address, password)
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
  }
  await fillSignIn(page, email, PASSWORD)
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor()
  expect(page.url()).toBe(`${origin}/console/merchants`)
  expectQuiet(visited, origin)
})

test('too many failed sign-ins: the screen names the wait; in a browser that was signed in before, the person signs in', async () => {
  const { email } = await hire()
  const { page } = await visit('/console/')
  const guess = async () => {
    for (let failure = 1; failure <= 10; failure += 1)
      await browsing.as(undefined)('POST', '/session', { email, password: 'wrong password entirely' })
  }
  await guess()
  await fillSignIn(page, email, PASSWORD)
  await page.getByRole('alert').getByText('You can try again in').waitFor()
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isDisabled()).toBe(true)
  await expectAccessibleInLightAndDark(page)
  await db`delete from sign_in_failures`
  await page.reload()
  await fillSignIn(page, email, PASSWORD)
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  await guess()
  await db`delete from staff_sessions`
  await page.reload()
  await fillSignIn(page, email, PASSWORD)
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  // Failures of the address would hold back the next tests.
  await db`delete from sign_in_failures`
})

test('sign-out ends the session in every tab, and a second sign-out is no error', async () => {
  const person = await hire()
  const { page } = await visitAs(person, '/console/merchants')
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor()
  const other = await page.context().newPage()
  await other.goto(`${origin}/console/partners`)
  await other.getByRole('heading', { name: 'Partners' }).waitFor()
  const openMenu = (tab: Page) => tab.getByRole('button', { name: `Your account: ${person.name}` }).click()
  await openMenu(page)
  await openMenu(other)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await other.getByText('You signed out in another tab.').waitFor()

  await fillSignIn(page, person.email, PASSWORD)
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor()
  await other.getByRole('heading', { name: 'Partners' }).waitFor()
  await admin('PATCH', `/admin/staff/${person.id}`, { isActive: false })
  await openMenu(other)
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a session that ends inside a form: sign-in opens on top, then the form is unchanged and the save continues', async () => {
  const person = await hire()
  const visited = await visitAs(person, `/console/merchants/${kopi.id}?tab=profile`)
  const { page } = visited
  await page.getByLabel('Description').fill('Typed before the session ended.')
  // With the save and not before, since another request could open the dialog on top of the button.
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
  await expectAccessible(page)
  expect(await dialog.getByRole('textbox', { name: 'E-mail address' }).inputValue()).toBe(person.email)
  await dialog.getByLabel('Password', { exact: true }).fill('wrong password entirely')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.getByText('The e-mail address or the password is wrong.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('“Kopi Corner” is saved.').waitFor()
  const { body } = await admin('GET', `/admin/merchants/${kopi.id}`)
  expect(body.description).toBe('Typed before the session ended.')
  expectQuiet(visited, origin)
})

test('on a phone of 360 px: the sign-in fits; without a mail server it says how an operator creates a link', async () => {
  const { page } = await visit('/console/', { viewport: { ...DESK, width: 360 } })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  const ask = async (email: string) => {
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await page.getByRole('button', { name: 'Show how' }).click()
  }
  await ask('$(reboot)@example.com')
  await page.getByText('counterfoil staff reset --email <address>', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await ask('a.person.with.a.long.name@a-long-company-name.example.com')
  await page.getByText(/^counterfoil staff reset --email a\.person\.with/).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await expectAccessibleInLightAndDark(page)
})
