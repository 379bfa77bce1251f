import { expect, test } from 'vitest'
import { openSession } from '../../src/domain/staff/sessions/sessions.ts'
import { createHarness } from '../support/harness.ts'
import { type Account, CLIENT, openTestIssuer, SILENT_CLIENT } from '../support/issuer.ts'
import {
  BROWSER,
  cookieIn,
  MINUTE,
  OWN,
  openStaffScene,
  PASSWORD,
  withCookie,
} from '../support/staff-scene.ts'

const publicUrl = 'http://localhost'
const real = await openTestIssuer(`${publicUrl}/console/`)
const oidc = { ...CLIENT, issuer: real.issuer }
const harness = await createHarness({ publicUrl, oidc })
const only = await createHarness({ publicUrl, oidc, oidcOnly: true })
const { admin, clock, db } = harness
const { visitor, invited, member, accept, signIn, whoAmI, lastAudits } = openStaffScene(harness)
const BASE = '/session/single-sign-on'

const begin = async () => {
  const { status, body } = await visitor('POST', BASE)
  expect(status).toBe(201)
  return body as { url: string; token: string }
}
const complete = (token: string, query: string) => visitor('POST', `${BASE}/complete`, { token, query })
const verified = (email: string): Account => ({ email, email_verified: true })
const signInAs = async (account: Account) => {
  const { url, token } = await begin()
  return complete(token, await real.visit(url, account))
}

test('201: an invited e-mail address that the issuer has verified signs in; the invite link ends', async () => {
  const person = await invited()
  const { url, token } = await begin()
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
    redirect_uri: 'http://localhost/console/',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  const query = await real.visit(url, verified(person.email.toUpperCase()))
  const signedIn = await complete(token, query)
  expect([signedIn.status, signedIn.body]).toMatchObject([201, { email: person.email, method: 'SSO' }])
  expect((await visitor('GET', '/admin/staff', undefined, { cookie: cookieIn(signedIn) })).status).toBe(200)
  expect((await lastAudits(1))[0]).toMatchObject({ action: 'session.create', after: { method: 'SSO' } })
  expect((await accept(person.token)).body).toEqual({ error: 'invalid_sign_in_link' })
  expect((await complete(token, query)).body).toEqual({ error: 'invalid_sign_in_step' })
})

test('after a sign-out the cookie is refused, and single sign-on starts again', async () => {
  const person = await invited()
  const cookie = cookieIn(await signInAs(verified(person.email)))
  expect((await visitor('DELETE', '/session', undefined, withCookie(cookie))).status).toBe(204)
  expect((await whoAmI(cookie)).status).toBe(401)
  expect((await signInAs(verified(person.email))).status).toBe(201)
})

test('403 email_not_verified and 403 email_not_invited: no session', async () => {
  const person = await invited()
  const gone = await invited()
  await admin('PATCH', `/admin/staff/${gone.id}`, { isActive: false })
  for (const [account, error] of [
    [{ email: person.email, email_verified: false }, 'email_not_verified'],
    [verified('stranger@kopi.example'), 'email_not_invited'],
    [verified(gone.email), 'email_not_invited'],
  ] as const) {
    const refused = await signInAs(account)
    expect([refused.status, refused.body, refused.headers['set-cookie']]).toEqual([403, { error }, undefined])
  }
  expect(await db`select from staff_sessions where staff_id = any(${[person.id, gone.id]}::uuid[])`).toEqual(
    [],
  )
})

test('401 single_sign_on_refused: wrong nonce, wrong state, wrong code, another tab, canceled', async () => {
  const { email } = await invited()
  const account = verified(email)
  const tampered = async (change: (url: URL) => void) => {
    const { url, token } = await begin()
    const changed = new URL(url)
    change(changed)
    return complete(token, await real.visit(changed.href, account))
  }
  const nonce = await tampered((url) => url.searchParams.set('nonce', 'A'.repeat(43)))
  const state = await tampered((url) => url.searchParams.set('state', 'A'.repeat(43)))
  const verifier = await tampered((url) => url.searchParams.set('code_challenge', 'A'.repeat(43)))
  const [mine, theirs] = [await begin(), await begin()]
  const otherTab = await complete(mine.token, await real.visit(theirs.url, account))
  const { token, url } = await begin()
  const stateOf = new URL(url).searchParams.get('state')
  const canceled = await complete(token, `error=access_denied&state=${stateOf}&iss=${real.issuer}`)
  for (const refused of [nonce, state, verifier, otherTab, canceled])
    expect([refused.status, refused.body]).toEqual([401, { error: 'single_sign_on_refused' }])
})

test('401 invalid_sign_in_step: a forged step, and a step after ten minutes', async () => {
  expect((await complete('A'.repeat(43), 'code=a&state=b')).body).toEqual({ error: 'invalid_sign_in_step' })
  const { url, token } = await begin()
  const query = await real.visit(url, verified('anybody@kopi.example'))
  clock.advance(10 * MINUTE)
  expect((await complete(token, query)).body).toEqual({ error: 'invalid_sign_in_step' })
})

test('the proof is as old as the sign-in at the issuer; inside a session, the issuer asks again', async () => {
  const person = await invited({ role: 'admin' })
  clock.advance(15 * MINUTE)
  const cookie = cookieIn(await signInAs(verified(person.email)))
  const makeKey = await visitor('POST', '/admin/keys', { name: 'Till', role: 'support' }, withCookie(cookie))
  expect(makeKey.body).toEqual({ error: 'reauthentication_required' })
  const parametersOf = ({ url }: { url: string }) =>
    ['prompt', 'max_age'].map((name) => new URL(url).searchParams.get(name))
  expect(parametersOf((await visitor('POST', BASE, undefined, withCookie(cookie))).body)).toEqual([
    'login',
    '900',
  ])
  expect(parametersOf(await begin())).toEqual([null, null])
})

test('an issuer that names no sign-in time, or an old one, gives no proof; inside a session, its response is refused', async () => {
  const silent = await createHarness({ publicUrl, oidc: { ...SILENT_CLIENT, issuer: real.issuer } })
  const scene = openStaffScene(silent)
  const person = verified((await scene.invited({ role: 'admin' })).email)
  /** Signs in at an issuer that ignores `prompt` and `max_age`. */
  const proveAs = async (account: Account, cookie?: string) => {
    const headers = cookie === undefined ? {} : withCookie(cookie)
    const { url, token } = (await scene.visitor('POST', BASE, undefined, headers)).body
    const ignored = new URL(url)
    for (const name of ['prompt', 'max_age']) ignored.searchParams.delete(name)
    const query = await real.visit(ignored.href, account)
    return scene.visitor('POST', `${BASE}/complete`, { token, query }, headers)
  }
  const signedIn = await proveAs(person)
  expect([signedIn.status, signedIn.body.provedUntil]).toEqual([201, null])
  const cookie = cookieIn(signedIn)
  const refused = await proveAs(person, cookie)
  expect([refused.status, refused.body]).toEqual([401, { error: 'single_sign_on_refused' }])
  expect((await scene.whoAmI(cookie)).status).toBe(200)

  const own = await invited()
  const ownCookie = cookieIn(await signInAs(verified(own.email)))
  const { url, token } = (await visitor('POST', BASE, undefined, withCookie(ownCookie))).body
  const signedInAt = Math.floor(Date.now() / 1000) - 16 * 60
  const query = await real.visit(url, { ...verified(own.email), signedInAt })
  const old = await visitor('POST', `${BASE}/complete`, { token, query }, withCookie(ownCookie))
  expect([old.status, old.body]).toEqual([401, { error: 'single_sign_on_refused' }])
})

test('after the first sign-in, the same account signs in with any address; another account with the old address is 403', async () => {
  const [person, other] = [await invited(), await invited()]
  const mine = { ...verified(person.email), sub: 'subject-1' }
  expect((await signInAs(mine)).status).toBe(201)
  expect((await lastAudits(2)).map(({ action, after }) => [action, after.issuer])).toEqual([
    ['session.create', undefined],
    ['staff.bind', real.issuer],
  ])
  for (const account of [
    { ...mine, email: 'renamed@kopi.example' },
    { ...mine, email: other.email },
    { ...mine, email_verified: false },
  ]) {
    const again = await signInAs(account)
    expect([again.status, again.body.staffId]).toEqual([201, person.id])
  }
  const hijacked = await signInAs({ ...verified(person.email), sub: 'subject-2' })
  expect([hijacked.status, hijacked.body]).toEqual([403, { error: 'email_not_invited' }])
  expect((await lastAudits(1))[0]).toMatchObject({ action: 'session.refuse', target: `staff:${person.id}` })
  expect((await signInAs({ ...verified(other.email), sub: 'subject-3' })).status).toBe(201)
})

test('204: an admin releases the binding with a recent proof; its sessions end, and the next account is bound', async () => {
  const [person, boss] = [await invited(), await member({ role: 'admin' })]
  const [old, next] = ['old', 'new'].map((sub) => ({ ...verified(person.email), sub: `${sub} ${person.id}` }))
  const cookie = cookieIn(await signInAs(old as Account))
  const release = () =>
    visitor('DELETE', `/admin/staff/${person.id}/single-sign-on`, undefined, withCookie(boss.cookie))
  clock.advance(15 * MINUTE)
  expect((await release()).body).toEqual({ error: 'reauthentication_required' })
  clock.advance(-15 * MINUTE)
  expect((await release()).status).toBe(204)
  const [ended, released] = await lastAudits(2)
  expect([ended?.action, released?.action]).toEqual(['session.end', 'staff.release'])
  expect(released?.after).toEqual({ issuers: [real.issuer], address: '127.0.0.1' })
  expect((await whoAmI(cookie)).status).toBe(401)
  expect((await signInAs(next as Account)).status).toBe(201)
  expect((await signInAs(old as Account)).status).toBe(403)
  expect((await admin('DELETE', `/admin/staff/${boss.id}/single-sign-on`)).status).toBe(204)
  expect((await admin('DELETE', `/admin/staff/${crypto.randomUUID()}/single-sign-on`)).status).toBe(404)
})

test('409 single_sign_on_off: single sign-on is not configured', async () => {
  const plain = await createHarness()
  const call = plain.as(undefined)
  for (const [path, body] of [
    [BASE, undefined],
    [`${BASE}/complete`, { token: 'A', query: 'code=a' }],
  ] as const) {
    const response = await call('POST', path, body)
    expect([response.status, response.body]).toEqual([409, { error: 'single_sign_on_off' }])
  }
  expect((await call('GET', '/session/methods', undefined, { host: 'localhost:3000' })).body).toEqual({
    password: true,
    passkey: true,
    forgottenPassword: false,
    singleSignOn: false,
  })
})

test('403 single_sign_on_only: OIDC_ONLY turns passwords and passkeys off', async () => {
  const scene = openStaffScene(only)
  const person = await scene.invited()
  const challenge = (
    await scene.visitor('POST', '/session/passkey/options', undefined, { host: 'localhost' })
  ).body
  const credential = {
    id: 'A',
    rawId: 'A',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'A', authenticatorData: 'A', signature: 'A' },
  }
  for (const refused of [
    await scene.signIn(person.email),
    await scene.accept(person.token),
    await scene.visitor('POST', '/session/second-factor', { token: 'A'.repeat(43), code: '492039' }),
    await only.admin('POST', `/admin/staff/${person.id}/reset`),
    await scene.visitor(
      'POST',
      '/session/passkey',
      { token: challenge.token, credential },
      { host: 'localhost' },
    ),
  ])
    expect([refused.status, refused.body]).toEqual([403, { error: 'single_sign_on_only' }])
  expect((await scene.visitor('GET', '/session/methods')).body).toEqual({
    password: false,
    passkey: false,
    forgottenPassword: false,
    singleSignOn: true,
  })
  const { url, token } = (await scene.visitor('POST', BASE)).body
  const query = await real.visit(url, verified(person.email))
  const signedIn = await scene.visitor('POST', `${BASE}/complete`, { token, query })
  expect([signedIn.status, (await scene.whoAmI(cookieIn(signedIn))).status]).toEqual([201, 200])
})

test('401: with OIDC_ONLY, a session that a password or passkey opened before is refused', async () => {
  const { admin: boss, clock: time, db: database } = only
  const person = { email: 'before@kopi.example', name: 'Aina', role: 'admin' }
  const { body } = await boss('POST', '/admin/staff', person)
  const statusesAfter = async (method: 'PASSWORD' | 'PASSKEY' | 'SSO') => {
    const { token } = await database.begin((tx) => openSession(tx, body, BROWSER, time.now, { method }))
    const visit = (path: string) =>
      only.as(undefined)('GET', path, undefined, { ...OWN, cookie: `counterfoil=${token}` })
    return [(await visit('/session')).status, (await visit('/admin/staff')).status]
  }
  expect(await statusesAfter('PASSWORD')).toEqual([401, 401])
  expect(await statusesAfter('PASSKEY')).toEqual([401, 401])
  expect(await statusesAfter('SSO')).toEqual([200, 200])
})

test('503 issuer_unavailable: the issuer is down, at the start and at the end; passwords still work', async () => {
  const { email } = await member()
  const begun = await begin()
  const query = await real.visit(begun.url, verified(email))
  const fresh = await createHarness({ publicUrl, oidc })
  await real.stop()
  const late = await complete(begun.token, query)
  expect([late.status, late.body]).toEqual([503, { error: 'issuer_unavailable' }])
  const early = await fresh.as(undefined)('POST', BASE)
  expect([early.status, early.body]).toEqual([503, { error: 'issuer_unavailable' }])
  expect((await signIn(email, PASSWORD)).status).toBe(201)
})
