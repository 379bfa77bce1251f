import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Account } from '../support/issuer.ts'
import { enterCatalogue } from './catalogue.ts'
import { authenticatorApp, callsOf, openAuthenticator, openBrowsingWithAllWays } from './sign-in-ways.ts'
import { openStaff, PASSWORD } from './staff.ts'
import { DESK, expectAccessibleInLightAndDark } from './visits.ts'

const browsing = await openBrowsingWithAllWays()
const { admin, clock, db, issuer, mailbox, origin, visit } = browsing
await enterCatalogue(admin)
const { hire, invite, visitAs } = openStaff(browsing)
const callAs = callsOf(browsing)

const SINGLE_SIGN_ON = { name: 'Continue with single sign-on' }
const PASSKEY = { name: 'Sign in with a passkey' }
const verified = (email: string): Account => ({ email, email_verified: true })

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function hireWithApp() {
  const person = await hire({ role: 'support' })
  const { secret } = (await callAs(person, 'POST', '/session/totp')).body
  const app = authenticatorApp(secret)
  const code = app.codeAt(clock.now)
  const { status, body } = await callAs(person, 'PUT', '/session/totp', { code })
  expect(status).toBe(200)
  return { person, app, usedCode: code, recoveryCodes: body.recoveryCodes as string[] }
}

const ADD_PASSKEY = `(async () => {
  const post = async (path, body) => {
    const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await fetch(path, { method: 'POST', ...init })).json()
  }
  const { token, options } = await post('/session/passkeys/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = (await navigator.credentials.create({ publicKey })).toJSON()
  await post('/session/passkeys', { token, name: 'Laptop', credential })
})()`

/** A browser whose device has a passkey, signed out. */
async function openWithPasskey() {
  const person = await hire({ role: 'support' })
  const { page } = await visitAs(person, '/console/look-up')
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  const device = await openAuthenticator(page)
  await page.evaluate(ADD_PASSKEY)
  await page.context().clearCookies()
  await page.goto(`${origin}/console/`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  return { person, page, device }
}

test('the issuer is down: the page says so; when it is up again, an invited person signs in and lands where they wanted to go', async () => {
  const { person } = await invite({ name: 'Sina Single' })
  const { page } = await visit('/console/merchants?q=kopi')
  issuer.setDown(true)
  await page.getByRole('button', SINGLE_SIGN_ON).click()
  await page.getByRole('alert').getByText('can’t be reached right now').waitFor()
  await expectAccessibleInLightAndDark(page)
  issuer.setDown(false)
  issuer.welcome(verified(person.email))
  await page.getByRole('button', SINGLE_SIGN_ON).click()
  await page.getByRole('button', { name: 'Your account: Sina Single' }).waitFor()
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor()
  expect(page.url()).toBe(`${origin}/console/merchants?q=kopi`)
})

test('the sign-in screen with all methods fits 360 px, without sideways scrolling', async () => {
  const { page } = await visit('/console/', { viewport: { ...DESK, width: 360 } })
  await page.getByRole('button', PASSKEY).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await expectAccessibleInLightAndDark(page)
})

test.each([
  ['an unverified e-mail address', 'hasn’t verified your e-mail address', { email_verified: false }, null],
  ['an address that nobody invited', 'Ask an admin for an invite', { email: 'stranger@example.com' }, null],
  ['a wrong nonce', 'couldn’t be verified', {}, 'nonce'],
  ['a wrong state', 'couldn’t be verified', {}, 'state'],
])('single sign-on with %s: “%s”, and no session', async (_, sentence, changes, tampered) => {
  const { person } = await invite()
  const { page } = await visit('/console/')
  if (tampered !== null) {
    await page.route('**/session/single-sign-on', async (route) => {
      const response = await route.fetch()
      const begun = await response.json()
      const url = new URL(begun.url)
      url.searchParams.set(tampered, 'A'.repeat(43))
      await route.fulfill({ response, json: { ...begun, url: url.href } })
    })
  }
  issuer.welcome({ ...verified(person.email), ...changes })
  await page.getByRole('button', SINGLE_SIGN_ON).click()
  await page.getByRole('heading', { name: 'Single sign-on didn’t work' }).waitFor()
  await page.getByRole('alert').getByText(sentence).waitFor()
  expect(await page.context().cookies(origin)).not.toContainEqual(
    expect.objectContaining({ name: 'counterfoil' }),
  )
  if (tampered === null) {
    await expectAccessibleInLightAndDark(page)
    await page.getByRole('button', { name: 'Go to sign-in' }).click()
    await page.getByRole('button', SINGLE_SIGN_ON).waitFor()
    expect(page.url()).toBe(`${origin}/console/`)
  }
})

test('single sign-on that is canceled, whose issuer goes down, or that another tab began: each says what happened', async () => {
  const { person } = await invite()
  const { page } = await visit('/console/')
  await page.route(`${issuer.issuer}/auth?**`, (route) => {
    const state = new URL(route.request().url()).searchParams.get('state')
    const location = `${origin}/console/?error=access_denied&state=${state}&iss=${issuer.issuer}`
    return route.fulfill({ status: 302, headers: { location } })
  })
  await page.getByRole('button', SINGLE_SIGN_ON).click()
  await page.getByText('canceled at your single sign-on service').waitFor()
  await page.unrouteAll()

  issuer.welcome(verified(person.email))
  await page.route('**/session/single-sign-on/complete', async (route) => {
    issuer.setDown(true)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('can’t be reached right now').waitFor()
  issuer.setDown(false)

  await page.goto(`${origin}/console/?code=stolen&state=${'A'.repeat(43)}`)
  await page.getByText('it began in another tab').waitFor()
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await fillSignIn(page, (await hire()).email)
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
})

test('a passkey alone signs in; a deactivated account, a failed verification and a missing passkey each show the reason', async () => {
  const { person, page, device } = await openWithPasskey()
  await page.getByRole('button', PASSKEY).click()
  await page.getByRole('button', { name: `Your account: ${person.name}` }).waitFor()

  await admin('PATCH', `/admin/staff/${person.id}`, { isActive: false })
  await page.goto(`${origin}/console/`)
  await page.getByRole('button', PASSKEY).click()
  await page.getByRole('alert').getByText('it was removed, or its account is deactivated').waitFor()
  await device.failVerification()
  await page.getByRole('button', PASSKEY).click()
  await page.getByRole('alert').getByText('No passkey was used').waitFor()
  await device.forget()
  await page.getByRole('button', PASSKEY).click()
  await page.getByRole('alert').getByText('No passkey was used').waitFor()
  await expectAccessibleInLightAndDark(page)
})

test('after the password, the passkey is the second factor', async () => {
  const { person, page } = await openWithPasskey()
  await fillSignIn(page, person.email)
  await page.getByText('Now confirm with your passkey.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', PASSKEY).click()
  await page.getByRole('button', { name: `Your account: ${person.name}` }).waitFor()
})

test('authenticator app: a used code is refused with a message, the next code signs in', async () => {
  const { person, app, usedCode } = await hireWithApp()
  const { page } = await visit('/console/')
  await fillSignIn(page, person.email)
  const field = page.getByRole('textbox', { name: 'Code', exact: true })
  for (const wrong of [usedCode, '12']) {
    await field.fill(wrong)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('This code is wrong, or it was used already.').waitFor()
    expect(await field.inputValue()).toBe('')
  }
  await expectAccessibleInLightAndDark(page)
  clock.advance(30_000)
  const code = app.codeAt(clock.now)
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: `Your account: ${person.name}` }).waitFor()
  await db`delete from sign_in_failures`
})

test('a recovery code signs in once; the second time it is refused with a message', async () => {
  const { person, recoveryCodes } = await hireWithApp()
  const enter = async () => {
    const { page } = await visit('/console/')
    await fillSignIn(page, person.email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill((recoveryCodes[0] ?? '').toLowerCase())
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    return page
  }
  await (await enter()).getByRole('navigation', { name: 'Areas' }).waitFor()
  const page = await enter()
  await page.getByRole('alert').getByText('This recovery code is wrong, or it was used already.').waitFor()
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).waitFor()
  await db`delete from sign_in_failures`
})

test('forgotten password: the same words for a known and an unknown address; the link in the mail works once', async () => {
  const person = await hire({ role: 'support' })
  mailbox.mails.length = 0
  const { page } = await visit('/console/')
  const ask = async (email: string) => {
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
  }
  await ask('no address')
  await page.getByText('Must be an e-mail address').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  const responses: string[] = []
  for (const email of ['nobody@example.com', person.email]) {
    await ask(email)
    responses.push(((await page.getByRole('status').textContent()) ?? '').replace(email, '…'))
    await expectAccessibleInLightAndDark(page)
    await page.getByRole('button', { name: 'Go to sign-in' }).click()
  }
  expect(responses[0]).toBe(responses[1])
  await expect.poll(() => mailbox.mails.map(({ to }) => to)).toEqual([[person.email]])
  const [, hash = ''] = /(#invite=[\w-]+)/.exec(mailbox.mails[0]?.raw ?? '') ?? []
  const reset = await visit(`/console/${hash}`)
  await reset.page.getByLabel('New password', { exact: true }).fill('eleven green buses wait')
  await reset.page.getByRole('button', { name: 'Save and sign in' }).click()
  await reset.page.getByRole('navigation', { name: 'Areas' }).waitFor()
  const used = await visit(`/console/${hash}`)
  await used.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  for (let mail = 2; mail <= 3; mail += 1) {
    await ask(person.email)
    await page.getByRole('status').waitFor()
    await page.getByRole('button', { name: 'Go to sign-in' }).click()
  }
  await ask(person.email)
  await page.getByRole('alert').getByText('Try again in').waitFor()
})

test('a person who is added without a link signs in through single sign-on; with another account, after an admin releases the first one', async () => {
  const { page } = await visitAs(await hire(), '/console/staff')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('E-mail address').fill('only-sso@example.com')
  await dialog.getByLabel('Name').fill('Solveig Only')
  await dialog.getByRole('checkbox', { name: 'Signs in through single sign-on only' }).check()
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await page.getByText('Solveig Only can sign in through single sign-on.').waitFor()
  const visited = await visit('/console/account')
  issuer.welcome(verified('only-sso@example.com'))
  await visited.page.getByRole('button', SINGLE_SIGN_ON).click()
  await visited.page.getByText('You have no password: you sign in another way.').waitFor()

  await page.getByRole('button', { name: 'More actions for Solveig Only' }).click()
  await page.getByRole('menuitem', { name: 'Sessions and factors' }).click()
  const release = { name: 'Release account' }
  await page.getByRole('button', release).click()
  await page
    .getByRole('dialog', { name: /^Release the single/ })
    .getByRole('button', release)
    .click()
  await page.getByText('The single sign-on account of Solveig Only is released.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await visited.page.goto(`${origin}/console/account`)
  issuer.welcome({ ...verified('only-sso@example.com'), sub: 'a new account' })
  await visited.page.getByRole('button', SINGLE_SIGN_ON).click()
  await visited.page.getByText('You have no password: you sign in another way.').waitFor()
})
