import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import {
  cookieIn,
  MINUTE,
  OTHER_PASSWORD,
  openStaffScene,
  PASSWORD,
  tokenIn,
  withCookie,
} from '../support/staff-scene.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const { visitor, member, signIn, accept, whoAmI, lastAudits, forget } = openStaffScene(harness)

const STEP = 30_000
const call = (cookie: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  visitor(method, path, body, withCookie(cookie))
const codeOf = (secret: string, offsetMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() + offsetMs })
const wrong = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

/** A member with an authenticator app. The next code that the service accepts is that of the next step. */
async function memberWithTotp(changes: object = {}) {
  const person = await member(changes)
  const { secret, uri } = (await call(person.cookie, 'POST', '/session/totp')).body
  const confirmed = await call(person.cookie, 'PUT', '/session/totp', { code: codeOf(secret) })
  expect(confirmed.status).toBe(200)
  clock.advance(STEP)
  return { ...person, secret, uri, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}
const complete = (token: string, input: object) =>
  visitor('POST', '/session/second-factor', { token, ...input })
const stepOf = async (email: string) => (await signIn(email)).body.token as string

const aina = await memberWithTotp()

test('202: the right password of a member with an app opens no session; the code does', async () => {
  expect(aina.uri).toBe(
    `otpauth://totp/Counterfoil:${encodeURIComponent(aina.email)}?issuer=Counterfoil&secret=${aina.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  const step = await signIn(aina.email)
  expect([step.status, step.body.methods, step.headers['set-cookie']]).toEqual([
    202,
    ['TOTP', 'RECOVERY_CODE'],
    undefined,
  ])
  const cookieLike = `counterfoil=${step.body.token}`
  expect((await whoAmI(cookieLike)).status).toBe(401)
  const signedIn = await complete(step.body.token, { code: codeOf(aina.secret) })
  expect([signedIn.status, signedIn.body.email]).toEqual([201, aina.email])
  expect((await whoAmI(cookieIn(signedIn))).status).toBe(200)
  expect((await lastAudits(1))[0]).toMatchObject({
    action: 'session.create',
    after: { method: 'PASSWORD', secondFactor: 'TOTP' },
  })
  clock.advance(STEP)
})

test('401 invalid_code: a code that was used already, in the same sign-in and in another', async () => {
  const code = codeOf(aina.secret)
  expect((await complete(await stepOf(aina.email), { code })).status).toBe(201)
  const replayed = await complete(await stepOf(aina.email), { code })
  expect([replayed.status, replayed.body]).toEqual([401, { error: 'invalid_code' }])
  clock.advance(STEP)
  const [one, two] = [await stepOf(aina.email), await stepOf(aina.email)]
  const next = codeOf(aina.secret)
  const responses = await Promise.all([complete(one, { code: next }), complete(two, { code: next })])
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 401])
  clock.advance(STEP)
  await forget()
})

test('codes of the previous and the next time step are accepted; codes two steps away are 401 invalid_code', async () => {
  const { email, secret } = await memberWithTotp()
  clock.advance(10 * STEP)
  for (const [offset, status] of [
    [-2 * STEP, 401],
    [2 * STEP, 401],
    [-STEP, 201],
    [STEP, 201],
  ] as const)
    expect([offset, (await complete(await stepOf(email), { code: codeOf(secret, offset) })).status]).toEqual([
      offset,
      status,
    ])
  await forget()
})

test('a recovery code signs in once, however it is typed; then it is 401 invalid_code', async () => {
  const { email, recoveryCodes, cookie } = await memberWithTotp()
  expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10])
  const [first = ''] = recoveryCodes
  const typed = first.toLowerCase().replaceAll('-', ' ')
  expect((await complete(await stepOf(email), { recoveryCode: typed })).status).toBe(201)
  const again = await complete(await stepOf(email), { recoveryCode: first })
  expect([again.status, again.body]).toEqual([401, { error: 'invalid_code' }])
  expect((await call(cookie, 'GET', '/session/factors')).body.recoveryCodesLeft).toBe(9)
  const renewed = await call(cookie, 'POST', '/session/recovery-codes')
  expect([renewed.status, renewed.body.recoveryCodes.length]).toEqual([201, 10])
  const old = await complete(await stepOf(email), { recoveryCode: recoveryCodes[1] })
  expect(old.body).toEqual({ error: 'invalid_code' })
  await forget()
})

test('401 invalid_sign_in_step: a step that is forged, used or expired, or whose member changed the password or was deactivated', async () => {
  const { id, email, secret, cookie } = await memberWithTotp()
  const code = () => codeOf(secret)
  const refused = async (token: string) =>
    expect((await complete(token, { code: code() })).body).toEqual({ error: 'invalid_sign_in_step' })
  await refused('A'.repeat(43))
  const used = await stepOf(email)
  expect((await complete(used, { code: code() })).status).toBe(201)
  await refused(used)
  const expired = await stepOf(email)
  clock.advance(10 * MINUTE)
  await refused(expired)
  const before = await stepOf(email)
  const passwords = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }
  expect((await call(cookie, 'PUT', '/session/password', passwords)).status).toBe(200)
  await refused(before)
  const last = (await signIn(email, OTHER_PASSWORD)).body.token
  await admin('PATCH', `/admin/staff/${id}`, { isActive: false })
  await refused(last)
})

test('400 validation_failed: both codes, and neither', async () => {
  const token = await stepOf(aina.email)
  for (const input of [{}, { code: '123456', recoveryCode: 'A' }, { code: '12345' }])
    expect((await complete(token, input)).body.error).toBe('validation_failed')
})

test('429 too_many_sign_ins: with the right password, 10 guesses at the code, whatever requests come in between', async () => {
  const { email, secret } = await memberWithTotp()
  await forget()
  for (let i = 0; i < 10; i += 1) {
    expect((await complete(await stepOf(email), { code: wrong(codeOf(secret)) })).status).toBe(401)
    // The guesser has many addresses, so only the limit of the account applies.
    await db`delete from sign_in_failures where subject like 'address:%'`
  }
  const refused = await signIn(email)
  expect([refused.status, refused.body.error]).toEqual([429, 'too_many_sign_ins'])
  await forget()
})

test('a reset of the password does not replace the second factor', async () => {
  const { id, secret } = await memberWithTotp()
  const link = (await admin('POST', `/admin/staff/${id}/reset`)).body.url
  const accepted = await accept(tokenIn(link), OTHER_PASSWORD)
  expect([accepted.status, accepted.headers['set-cookie']]).toEqual([202, undefined])
  expect((await complete(accepted.body.token, { code: codeOf(secret) })).status).toBe(201)
})

test('an authenticator app is active from its first right code on; a second app is 409 totp_active', async () => {
  const { email, cookie } = await member()
  const other = cookieIn(await signIn(email))
  expect((await call(cookie, 'PUT', '/session/totp', { code: '123456' })).body.error).toBe('not_found')
  expect((await call(cookie, 'POST', '/session/recovery-codes')).body.error).toBe('no_second_factor')
  expect((await call(cookie, 'DELETE', '/session/totp')).body.error).toBe('not_found')
  const first = (await call(cookie, 'POST', '/session/totp')).body.secret
  const { secret } = (await call(cookie, 'POST', '/session/totp')).body
  const confirm = (code: string) => call(cookie, 'PUT', '/session/totp', { code })
  expect((await confirm(codeOf(first))).body).toEqual({ error: 'invalid_code' })
  expect((await signIn(email)).status).toBe(201)
  expect((await confirm(codeOf(secret))).status).toBe(200)
  expect((await signIn(email)).status).toBe(202)
  for (const method of ['POST', 'PUT'] as const)
    expect(
      (await call(cookie, method, '/session/totp', method === 'PUT' ? { code: '123456' } : undefined)).body,
    ).toEqual({ error: 'totp_active' })
  expect([(await whoAmI(cookie)).status, (await whoAmI(other)).status]).toEqual([200, 401])
  expect((await call(cookie, 'DELETE', '/session/totp')).status).toBe(204)
  expect((await call(cookie, 'GET', '/session/factors')).body).toEqual({
    hasPassword: true,
    totpSince: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  expect((await signIn(email)).status).toBe(201)
})

test('200: a code renews the proof for sensitive acts; a wrong or used one is 401 invalid_code', async () => {
  const { cookie, secret } = await memberWithTotp({ role: 'admin' })
  clock.advance(15 * MINUTE)
  const makeKey = (of: string) => call(of, 'POST', '/admin/keys', { name: 'Till', role: 'support' })
  expect((await makeKey(cookie)).body).toEqual({ error: 'reauthentication_required' })
  const prove = (of: string, code: string) => call(of, 'POST', '/session/proof', { code })
  expect((await prove(cookie, wrong(codeOf(secret)))).body).toEqual({ error: 'invalid_code' })
  const proved = await prove(cookie, codeOf(secret))
  expect(proved.status).toBe(200)
  const renewed = cookieIn(proved)
  expect((await makeKey(cookie)).status).toBe(401)
  expect((await makeKey(renewed)).status).toBe(201)
  expect((await prove(renewed, codeOf(secret))).body).toEqual({ error: 'invalid_code' })
  const without = await member()
  expect((await prove(without.cookie, '123456')).body).toEqual({ error: 'invalid_code' })
  await forget()
})

test('an admin removes the factors of a member who lost them; the audit log has every change of a factor', async () => {
  const { id, email, cookie } = await memberWithTotp()
  expect((await admin('DELETE', `/admin/staff/${id}/factors`)).status).toBe(204)
  expect((await whoAmI(cookie)).status).toBe(401)
  expect((await signIn(email)).status).toBe(201)
  expect((await admin('DELETE', `/admin/staff/${randomUUID()}/factors`)).status).toBe(404)
  const changes = await db`
    select action, actor_kind as by, after from audit_log
    where target = ${`staff:${id}`} and action like 'factor.%' order by id`
  expect(
    changes.map(({ action, by, after }) => `${action} ${after.kind} by ${by} from ${after.address}`),
  ).toEqual([
    'factor.add TOTP by staff from 127.0.0.1',
    'factor.add RECOVERY_CODES by staff from 127.0.0.1',
    'factor.remove ALL by key from 127.0.0.1',
  ])
})

test('neither secrets nor recovery codes are stored in plain text', async () => {
  const tables = ['staff_totp', 'staff_recovery_codes', 'sign_in_steps', 'audit_log']
  const rows = await Promise.all(tables.map((table) => db.unsafe(`select t::text from ${table} as t`)))
  const stored = JSON.stringify(rows) + harness.logs.join('')
  const token = await stepOf(aina.email)
  for (const secret of [aina.secret, token, ...aina.recoveryCodes]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  }
})

test('403 second_factor_required: a member whose role needs a second factor and who has none can only add one', async () => {
  const path = '/admin/settings/sign-in'
  expect((await admin('GET', path)).body.secondFactorRoles).toEqual([])
  const { email, cookie } = await member()
  const withFactor = await memberWithTotp()
  const changed = await admin('PUT', path, { secondFactorRoles: ['support'] })
  expect([changed.status, changed.body.secondFactorRoles]).toEqual([200, ['support']])
  expect((await lastAudits(1))[0]).toMatchObject({
    action: 'settings.update',
    before: { secondFactorRoles: [] },
    after: { secondFactorRoles: ['support'] },
  })
  const read = (of: string) => visitor('GET', '/admin/merchants', undefined, { cookie: of })
  expect((await read(withFactor.cookie)).status).toBe(200)
  const again = await signIn(email)
  expect([again.status, again.body.mustAddFactor]).toEqual([201, true])
  for (const open of [cookie, cookieIn(again)])
    expect((await read(open)).body).toEqual({ error: 'second_factor_required' })
  const { secret } = (await call(cookie, 'POST', '/session/totp')).body
  expect((await call(cookie, 'PUT', '/session/totp', { code: codeOf(secret) })).status).toBe(200)
  expect([(await read(cookie)).status, (await whoAmI(cookie)).body.mustAddFactor]).toEqual([200, false])
  expect((await call(cookie, 'DELETE', '/session/totp')).status).toBe(204)
  expect((await read(cookie)).body).toEqual({ error: 'second_factor_required' })
  await admin('PUT', path, { secondFactorRoles: [] })
  expect((await read(cookie)).status).toBe(200)
  for (const secondFactorRoles of [['owner'], ['admin', 'admin']])
    expect((await admin('PUT', path, { secondFactorRoles })).body.error).toBe('validation_failed')
})
