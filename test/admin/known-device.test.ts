import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { deviceCookie, openDeviceCookie } from '../../src/domain/staff/sessions/known-device.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { createHarness } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import {
  deviceIn,
  OTHER_PASSWORD,
  OWN,
  openStaffScene,
  PASSWORD,
  tokenIn,
  withCookie,
} from '../support/staff-scene.ts'

const mailbox = await openMailbox()
const harness = await createHarness({
  smtpUrl: mailbox.url,
  smtpFrom: 'Counterfoil <no-reply@vouchers.example>',
})
const { admin, clock } = harness
const { visitor, member, signIn, forget } = openStaffScene(harness)
beforeEach(async () => {
  await forget()
})

const NEW_PASSWORD = 'nine tall kettles dance'
const statusesOf = async (count: number, act: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  while (statuses.length < count) statuses.push((await act()).status)
  return statuses
}
const prove = (cookie: string, password: string) =>
  visitor('POST', '/session/proof', { password }, withCookie(cookie))
/** A stranger who knows the e-mail address uses up the limits of the account and of the IP address. */
const lockOut = async (email: string) =>
  expect(await statusesOf(11, () => signIn(email, OTHER_PASSWORD))).toEqual([...Array(10).fill(401), 429])

test('201: a stranger locks an account; its known device still signs in, and its session still changes the password', async () => {
  const { email, cookie, device } = await member()
  await lockOut(email)
  expect((await signIn(email)).status).toBe(429)
  expect((await signIn(email, PASSWORD, { cookie: device })).status).toBe(201)
  expect((await prove(cookie, PASSWORD)).status).toBe(200)
  const again = await signIn(email, PASSWORD, { cookie: device })
  clock.advance(1)
  const changed = await visitor(
    'PUT',
    '/session/password',
    { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    { ...OWN, cookie: String(again.headers['set-cookie']).split(';')[0] as string },
  )
  expect(changed.status).toBe(200)
  await forget()
  await lockOut(email)
  expect((await signIn(email, NEW_PASSWORD, { cookie: device })).status).toBe(429)
  expect((await signIn(email, NEW_PASSWORD, { cookie: deviceIn(changed) })).status).toBe(201)
})

test('429 too_many_sign_ins: all devices and sessions of an account share 10 failures; strangers keep their own', async () => {
  const { email, cookie, device } = await member()
  const second = deviceIn(await signIn(email))
  const guessFrom = (known: string) => () => signIn(email, OTHER_PASSWORD, { cookie: known })
  expect(await statusesOf(4, guessFrom(device))).toEqual(Array(4).fill(401))
  expect(await statusesOf(4, guessFrom(second))).toEqual(Array(4).fill(401))
  expect(await statusesOf(3, () => prove(cookie, OTHER_PASSWORD))).toEqual([401, 401, 429])
  const refused = await signIn(email, PASSWORD, { cookie: device })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30'])
  await lockOut(email)
  clock.advance(30_000)
  expect((await signIn(email, PASSWORD, { cookie: second })).status).toBe(201)
  expect(await statusesOf(10, guessFrom(device))).toEqual(Array(10).fill(401))
})

test('a device is known for its own account only, and not if its cookie is forged', async () => {
  const [{ email, device }, other] = [await member(), await member()]
  await lockOut(email)
  const forged = `${device.slice(0, -3)}${device.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const cookie of [other.device, forged]) {
    expect((await signIn(email, PASSWORD, { cookie })).status).toBe(429)
  }
})

test('a device stays known while SECRETS_KEY is replaced, until the old key is removed', () => {
  const [old, current] = [randomBytes(32), randomBytes(32)]
  const now = () => clock.now
  const cookie = deviceCookie({ vault: createVault(old), now }, 'aina', true)
  const value = /=([\w-]+);/.exec(cookie)?.[1] as string
  const opened = { staffId: 'aina', since: clock.now }
  expect(openDeviceCookie({ vault: createVault(current, old), now }, value)).toEqual(opened)
  expect(openDeviceCookie({ vault: createVault(current), now }, value)).toBe(null)
  const late = () => new Date(clock.now.getTime() + 400 * 24 * 60 * 60_000)
  expect(openDeviceCookie({ vault: createVault(old), now: late }, value)).toBe(null)
})

test('201: the second factor from a known device, also after a reset link, while a stranger locks the account', async () => {
  const { id, email, cookie, device } = await member()
  const { secret } = (await visitor('POST', '/session/totp', undefined, withCookie(cookie))).body
  const nextCode = () => {
    clock.advance(30_000)
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() })
  }
  expect((await visitor('PUT', '/session/totp', { code: nextCode() }, withCookie(cookie))).status).toBe(200)
  const complete = (token: string, code: string, known: string) =>
    visitor('POST', '/session/second-factor', { token, code }, { cookie: known })
  const first = nextCode()
  await lockOut(email)
  const step = await signIn(email, PASSWORD, { cookie: device })
  expect([step.status, (await complete(step.body.token, first, device)).status]).toEqual([202, 201])
  const reset = async (known: string) => {
    clock.advance(1)
    const token = tokenIn((await admin('POST', `/admin/staff/${id}/reset`)).body.url)
    const accepted = await visitor(
      'POST',
      '/session/invite',
      { token, password: NEW_PASSWORD },
      { cookie: known },
    )
    const code = nextCode()
    await forget()
    await lockOut(email)
    return complete(accepted.body.token, code, known)
  }
  expect((await reset(device)).status).toBe(201)
  expect((await reset('none=1')).status).toBe(429)
})

test('202: strangers use up the mail limit of an address; a known device still gets three mails', async () => {
  const { email, device } = await member()
  const forgotten =
    (headers = {}) =>
    () =>
      visitor('POST', '/session/forgotten-password', { email }, headers)
  expect(await statusesOf(4, forgotten())).toEqual([202, 202, 202, 429])
  expect(await statusesOf(4, forgotten({ cookie: device }))).toEqual([202, 202, 202, 429])
})
