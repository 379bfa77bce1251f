import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { MINUTE, openStaffScene, PASSWORD, withCookie } from '../support/staff-scene.ts'
import { testBrowser } from './chromium.ts'

const harness = await createHarness()
const { admin, clock, server } = harness
const { visitor, invited, member, lastAudits } = openStaffScene(harness)
await server.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://localhost:${(server.server.address() as AddressInfo).port}`
const opened: BrowserContext[] = []
afterAll(async () => {
  for (const context of opened) await context.close()
})

/** The calls that the console's page makes. */
const PAGE_SCRIPT = `
  window.call = async (method, path, body) => {
    const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(path, { method, ...init })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : null }
  }
  window.create = async (options) => (await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  })).toJSON()
  window.use = async (options) => (await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  })).toJSON()
`

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
type Result = { status: number; body: any }

/** A browser with its own authenticator, on a page of the service. */
async function openDevice() {
  const context = await (await testBrowser()).newContext()
  opened.push(context)
  const page = await context.newPage()
  await page.goto(`${origin}/healthz`)
  await page.evaluate(PAGE_SCRIPT)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return deviceOn(page)
}

function deviceOn(page: Page) {
  const run = <T>(name: string, ...parameters: unknown[]) =>
    page.evaluate<T>(`${name}(...${JSON.stringify(parameters)})`)
  const call = (method: string, path: string, body?: object) =>
    run<Result>('call', ...[method, path, body].filter((part) => part !== undefined))
  const challenge = async () => (await call('POST', '/session/passkey/options')).body
  const responseTo = async (
    { token, options }: { token: string; options: object },
    changes: object = {},
  ) => ({
    token,
    credential: await run<object>('use', { ...options, ...changes }),
  })
  return {
    call,
    challenge,
    responseTo,
    async add(name: string) {
      const { token, options } = (await call('POST', '/session/passkeys/options')).body
      return call('POST', '/session/passkeys', { token, name, credential: await run('create', options) })
    },
    signIn: async () => call('POST', '/session/passkey', await responseTo(await challenge())),
  }
}

/** A member who is signed in on a device and has a passkey there. */
async function memberWithPasskey(role = 'support') {
  const person = await invited({ role })
  const device = await openDevice()
  const { status } = await device.call('POST', '/session/invite', { token: person.token, password: PASSWORD })
  expect(status).toBe(201)
  const added = await device.add('Work laptop')
  expect([added.status, added.body.name]).toEqual([201, 'Work laptop'])
  return {
    ...person,
    device,
    passkeyId: added.body.id as string,
    recoveryCodes: added.body.recoveryCodes as string[],
  }
}

const aina = await memberWithPasskey('admin')

test('201: a passkey signs in alone, and opens the back office', async () => {
  const { device, email } = aina
  expect((await device.call('DELETE', '/session')).status).toBe(204)
  expect((await device.call('GET', '/admin/staff')).status).toBe(401)
  const signedIn = await device.signIn()
  expect([signedIn.status, signedIn.body]).toMatchObject([201, { email, method: 'PASSKEY' }])
  expect((await device.call('GET', '/admin/staff')).status).toBe(200)
  expect((await lastAudits(1))[0]).toMatchObject({ action: 'session.create', after: { method: 'PASSKEY' } })
})

test('the first passkey hands out ten recovery codes, which sign in; the second one hands out none', async () => {
  const { device, email, recoveryCodes } = await memberWithPasskey()
  expect(recoveryCodes).toHaveLength(10)
  expect((await device.call('GET', '/session/factors')).body.recoveryCodesLeft).toBe(10)
  const second = await openDevice()
  const { token, methods } = (await second.call('POST', '/session', { email, password: PASSWORD })).body
  expect(methods).toEqual(['PASSKEY', 'RECOVERY_CODE'])
  const signedIn = await second.call('POST', '/session/second-factor', {
    token,
    recoveryCode: recoveryCodes[0],
  })
  expect(signedIn.status).toBe(201)
  expect((await second.add('Phone')).body.recoveryCodes).toBeNull()
  expect((await second.call('GET', '/session/factors')).body.recoveryCodesLeft).toBe(9)
})

test('passkeys are listed and renamed; the last use is shown', async () => {
  const { device, passkeyId } = aina
  const renamed = await device.call('PATCH', `/session/passkeys/${passkeyId}`, { name: 'Blue key' })
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Blue key'])
  const { passkeys } = (await device.call('GET', '/session/factors')).body
  expect(passkeys).toEqual([
    { id: passkeyId, name: 'Blue key', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
  ])
  const other = await member()
  const stolen = { name: 'Mine' }
  for (const method of ['PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? stolen : undefined
    const response = await visitor(method, `/session/passkeys/${passkeyId}`, body, withCookie(other.cookie))
    expect([response.status, response.body.error]).toEqual([404, 'not_found'])
  }
})

test('202: with the password, the passkey is the second factor', async () => {
  const { device, email } = aina
  const step = await device.call('POST', '/session', { email, password: PASSWORD })
  expect([step.status, step.body.methods]).toEqual([202, ['PASSKEY', 'RECOVERY_CODE']])
  expect((await device.signIn()).status).toBe(201)
})

test('a passkey renews the proof for sensitive acts; a passkey of another member does not', async () => {
  const { device } = aina
  const other = await memberWithPasskey()
  clock.advance(15 * MINUTE)
  const makeKey = () => device.call('POST', '/admin/keys', { name: 'Till', role: 'support' })
  expect((await makeKey()).body).toEqual({ error: 'reauthentication_required' })
  const foreign = await other.device.responseTo(await device.challenge())
  expect((await device.call('POST', '/session/proof', { passkey: foreign })).body).toEqual({
    error: 'passkey_refused',
  })
  const own = await device.responseTo(await device.challenge())
  expect((await device.call('POST', '/session/proof', { passkey: own })).status).toBe(200)
  expect((await makeKey()).status).toBe(201)
})

test('401: a challenge works once and for ten minutes, and a response for its own challenge only', async () => {
  const { device } = aina
  const response = await device.responseTo(await device.challenge())
  const signIn = (input: object) => device.call('POST', '/session/passkey', input)
  expect((await signIn(response)).status).toBe(201)
  expect((await signIn(response)).body).toEqual({ error: 'invalid_sign_in_step' })
  const { token } = await device.challenge()
  expect((await signIn({ ...response, token })).body).toEqual({ error: 'passkey_refused' })
  const late = await device.responseTo(await device.challenge())
  clock.advance(10 * MINUTE)
  expect((await signIn(late)).body).toEqual({ error: 'invalid_sign_in_step' })
})

test('401 passkey_refused: the device has not verified the person', async () => {
  const { device } = aina
  const weak = await device.responseTo(await device.challenge(), { userVerification: 'discouraged' })
  expect((await device.call('POST', '/session/passkey', weak)).body).toEqual({ error: 'passkey_refused' })
})

test('401 passkey_refused: a passkey of a deactivated member, and a removed passkey', async () => {
  const gone = await memberWithPasskey()
  await admin('PATCH', `/admin/staff/${gone.id}`, { isActive: false })
  expect((await gone.device.signIn()).body).toEqual({ error: 'passkey_refused' })
  await admin('PATCH', `/admin/staff/${gone.id}`, { isActive: true })
  expect((await gone.device.signIn()).status).toBe(201)
  expect((await gone.device.call('DELETE', `/session/passkeys/${gone.passkeyId}`)).status).toBe(204)
  expect((await gone.device.signIn()).body).toEqual({ error: 'passkey_refused' })
  const again = await gone.device.call('POST', '/session', { email: gone.email, password: PASSWORD })
  expect(again.status).toBe(201)
})

test('409 passkeys_unavailable: at an IP address', async () => {
  const response = await visitor('POST', '/session/passkey/options', undefined, { host: '127.0.0.1:3000' })
  expect([response.status, response.body]).toEqual([409, { error: 'passkeys_unavailable' }])
})
