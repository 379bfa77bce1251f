import { expect, test } from 'vitest'
import { createFirstAdminLink } from '../../src/domain/staff/sign-in/sign-in-links.ts'
import { ADMIN_KEY, createHarness, PASSWORD_COSTS } from '../support/harness.ts'
import {
  cookieIn,
  HOUR,
  MINUTE,
  OTHER_PASSWORD,
  OWN,
  openStaffScene,
  PASSWORD,
  tokenIn,
  withCookie,
} from '../support/staff-scene.ts'

const harness = await createHarness()
const { admin, as, clock, deps, logs, startNode } = harness
const { homeDb: db } = harness.deps
const behindProxy = await createHarness({ trustedProxies: ['127.0.0.1'] })
const node = await startNode()
const { visitor, invited, accept, member, signIn, whoAmI, lastAudits, forget } = openStaffScene(harness)

test('201: an invite sets the password and signs in; the session opens the back office with its role', async () => {
  const person = await invited()
  const preview = await visitor('POST', '/session/invite/preview', { token: person.token })
  expect([preview.status, preview.body]).toMatchObject([
    200,
    { purpose: 'INVITE', email: person.email, role: 'support' },
  ])
  const accepted = await accept(person.token)
  expect(accepted.status).toBe(201)
  const attributes = 'Path=/; HttpOnly; SameSite=Strict'
  expect(accepted.headers['set-cookie']).toEqual([
    expect.stringMatching(RegExp(`^counterfoil=[\\w-]{43}; ${attributes}; Max-Age=604800$`)),
    expect.stringMatching(RegExp(`^counterfoil-device=[\\w-]+; ${attributes}; Max-Age=34560000$`)),
  ])
  const cookie = cookieIn(accepted)
  expect((await whoAmI(cookie)).body).toEqual({
    staffId: person.id,
    email: person.email,
    name: 'Aina',
    role: 'support',
    merchantIds: null,
    partnerId: null,
    language: null,
    method: 'PASSWORD',
    mustAddFactor: false,
    provedUntil: new Date(clock.now.getTime() + 15 * MINUTE).toISOString(),
    expiresAt: new Date(clock.now.getTime() + 7 * 24 * HOUR).toISOString(),
    expiresUnusedAt: new Date(clock.now.getTime() + 12 * HOUR).toISOString(),
  })
  expect((await visitor('GET', '/admin/staff', undefined, { cookie })).status).toBe(200)
  const forbidden = await visitor('POST', '/admin/staff', {}, withCookie(cookie))
  expect([forbidden.status, forbidden.body.error]).toEqual([403, 'forbidden'])
})

test('no row and no log line contains a token or a password; a password hash contains its parameters', async () => {
  const { id, token, cookie } = await member()
  const session = cookie.split('=')[1] as string
  const tables = ['sign_in_links', 'staff_sessions', 'staff_passwords', 'audit_log', 'sign_in_failures']
  const rows = await Promise.all(tables.map((table) => db.unsafe(`select t::text from ${table} as t`)))
  const stored = JSON.stringify(rows) + logs.join('')
  for (const secret of [token, session, PASSWORD]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  }
  const [{ hash }] = await db`select hash from staff_passwords where staff_id = ${id}`
  const { memory, passes, parallelism } = PASSWORD_COSTS
  expect(hash.split('$').slice(1, 4)).toEqual([
    'argon2id',
    'v=19',
    `m=${memory},t=${passes},p=${parallelism}`,
  ])
})

test('201: sign-in with another spelling of the address; each sign-in has a new token', async () => {
  const { email, cookie } = await member()
  const [first, second] = [await signIn(email.toUpperCase()), await signIn(email)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(new Set([cookie, cookieIn(first), cookieIn(second)]).size).toBe(3)
  expect((await whoAmI(cookieIn(first))).status).toBe(200)
})

test('a sign-in ends the session that the browser had before', async () => {
  const [{ email }, other] = [await member(), await member()]
  const response = await signIn(email, PASSWORD, withCookie(other.cookie))
  expect([response.status, (await whoAmI(cookieIn(response))).body.email]).toEqual([201, email])
  expect((await whoAmI(other.cookie)).status).toBe(401)
})

test('the cookie is __Host- and Secure, unless the request is plain http at localhost', async () => {
  const { email } = await member()
  const response = await signIn(email, PASSWORD, { host: 'vouchers.example.com' })
  const attributes = 'Secure; Path=/; HttpOnly; SameSite=Strict'
  expect(response.headers['set-cookie']).toEqual([
    expect.stringMatching(RegExp(`^__Host-counterfoil=[\\w-]{43}; ${attributes}`)),
    expect.stringMatching(RegExp(`^__Host-counterfoil-device=[\\w-]+; ${attributes}`)),
  ])
})

test('401 invalid_credentials: the same response and the same number of hashes, whatever is wrong', async () => {
  const known = await member()
  const passwordless = await invited()
  const inactive = await member()
  await admin('PATCH', `/admin/staff/${inactive.id}`, { isActive: false })
  for (const [email, password] of [
    [known.email, OTHER_PASSWORD],
    ['nobody@kopi.example', PASSWORD],
    [passwordless.email, PASSWORD],
    [inactive.email, PASSWORD],
  ] as const) {
    const before = deps.passwords.hashCount
    const response = await signIn(email, password)
    expect([email, response.status, response.body]).toEqual([email, 401, { error: 'invalid_credentials' }])
    expect(response.headers['set-cookie']).toBe(undefined)
    expect(deps.passwords.hashCount - before).toBe(1)
  }
  await forget()
})

test.each([
  ['forged', async () => 'A'.repeat(43)],
  ['used', async () => (await member()).token],
  [
    'expired',
    async () => {
      const { token } = await invited()
      clock.advance(7 * 24 * HOUR)
      return token
    },
  ],
  [
    'replaced by a newer one',
    async () => {
      const { id, token } = await invited()
      await admin('POST', `/admin/staff/${id}/reset`)
      return token
    },
  ],
  [
    'of a member who was deactivated',
    async () => {
      const { id, token } = await invited()
      await admin('PATCH', `/admin/staff/${id}`, { isActive: false })
      return token
    },
  ],
])('401 invalid_sign_in_link: %s', async (_title, make) => {
  const token = await make()
  for (const response of [await accept(token), await visitor('POST', '/session/invite/preview', { token })])
    expect([response.status, response.body]).toEqual([401, { error: 'invalid_sign_in_link' }])
})

test('401 invalid_sign_in_link: the link of the first admin, once there is an admin', async () => {
  const fresh = await createHarness()
  const preview = async (url: string) =>
    (await fresh.as(undefined)('POST', '/session/invite/preview', { token: tokenIn(url) })).body
  const { url } = await createFirstAdminLink(fresh.deps)
  expect(await preview(url)).toMatchObject({ purpose: 'FIRST_ADMIN', email: null, role: 'admin' })
  await fresh.admin('POST', '/admin/staff/invite', { email: 'a@kopi.example', name: 'A', role: 'admin' })
  expect(await preview(url)).toEqual({ error: 'invalid_sign_in_link' })
})

test('401 invalid_sign_in_link: of two requests with one link, one succeeds', async () => {
  const { token } = await invited()
  const responses = await Promise.all([accept(token), accept(token, OTHER_PASSWORD)])
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 401])
})

test('a reset link sets a new password and ends every session; it works once', async () => {
  const { id, email, cookie } = await member()
  const token = tokenIn((await admin('POST', `/admin/staff/${id}/reset`)).body.url)
  expect((await whoAmI(cookie)).status).toBe(200)
  expect((await accept(token, OTHER_PASSWORD)).status).toBe(201)
  expect((await whoAmI(cookie)).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  expect((await signIn(email, OTHER_PASSWORD)).status).toBe(201)
  expect((await accept(token)).body).toEqual({ error: 'invalid_sign_in_link' })
  await forget()
})

test('409 staff_inactive, 404 not_found: no link for an inactive or unknown member', async () => {
  const { id } = await invited()
  await admin('PATCH', `/admin/staff/${id}`, { isActive: false })
  for (const act of ['invite', 'reset']) {
    const inactive = await admin('POST', `/admin/staff/${id}/${act}`)
    expect([inactive.status, inactive.body]).toEqual([409, { error: 'staff_inactive' }])
    const unknown = await admin('POST', `/admin/staff/${deps.now().getTime()}/${act}`)
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'not_found' }])
  }
})

test.each([
  '123qweasdzxc',
  'password1234',
  'QWERTYqwerty',
  'abababababab',
  'Counterfoil2026',
  'aina.aina.kopi',
])('422 password_too_common: %s; the link still works', async (password) => {
  const { token } = await invited()
  const response = await accept(token, password)
  expect([response.status, response.body]).toEqual([422, { error: 'password_too_common' }])
  expect((await accept(token)).status).toBe(201)
})

test('400 validation_failed: a password of 11 characters, and an e-mail address with an ordinary invite', async () => {
  const { token } = await invited()
  expect((await accept(token, 'kettles sin')).body.issues[0].path).toBe('/password')
  const named = await accept(token, PASSWORD, { email: 'me@kopi.example' })
  expect([named.status, named.body.issues[0].path]).toEqual([400, '/email'])
})

test('401 unauthorized: after sign-out, on every node, at once', async () => {
  const { cookie } = await member()
  expect((await whoAmI(cookie, node.as(undefined))).status).toBe(200)
  const out = await visitor('DELETE', '/session', undefined, withCookie(cookie))
  expect([out.status, out.headers['set-cookie']]).toEqual([204, expect.stringContaining('counterfoil=; ')])
  for (const call of [visitor, node.as(undefined)]) {
    const response = await whoAmI(cookie, call)
    expect([response.status, response.body]).toEqual([401, { error: 'unauthorized' }])
  }
})

test('sign out everywhere ends all sessions of the member, and of nobody else', async () => {
  const [{ email, cookie }, other] = [await member(), await member()]
  const second = cookieIn(await signIn(email))
  const path = '/session/sign-out-everywhere'
  expect((await visitor('POST', path, undefined, withCookie(second))).status).toBe(204)
  for (const ended of [cookie, second]) expect((await whoAmI(ended, node.as(undefined))).status).toBe(401)
  expect((await whoAmI(other.cookie)).status).toBe(200)
  expect((await lastAudits(1))[0]).toMatchObject({
    action: 'session.end',
    after: { ended: 2, address: '127.0.0.1' },
  })
})

test('401 unauthorized: after 12 hours without use, and after 7 days of use', async () => {
  const idle = await member()
  clock.advance(12 * HOUR)
  expect((await whoAmI(idle.cookie)).status).toBe(401)
  const busy = await member()
  for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
    clock.advance(8 * HOUR)
    expect((await whoAmI(busy.cookie)).status).toBe(200)
  }
  clock.advance(8 * HOUR)
  expect((await whoAmI(busy.cookie)).status).toBe(401)
})

test.each([
  ['role', { role: 'admin' }],
  ['status', { isActive: false }],
])('401 unauthorized: a change of %s ends the session at once, on every node', async (_title, change) => {
  const { id, cookie } = await member()
  await admin('PATCH', `/admin/staff/${id}`, { name: 'Renamed' })
  expect((await whoAmI(cookie)).status).toBe(200)
  await node.admin('PATCH', `/admin/staff/${id}`, change)
  for (const call of [visitor, node.as(undefined)]) expect((await whoAmI(cookie, call)).status).toBe(401)
})

test('a change of password needs the current one, ends sessions and an open reset link, and opens a new session', async () => {
  const { id, email, cookie } = await member()
  const reset = tokenIn((await admin('POST', `/admin/staff/${id}/reset`)).body.url)
  const change = (currentPassword: string, newPassword: string) =>
    visitor('PUT', '/session/password', { currentPassword, newPassword }, withCookie(cookie))
  expect((await change(OTHER_PASSWORD, OTHER_PASSWORD)).body).toEqual({ error: 'invalid_credentials' })
  expect((await change(PASSWORD, 'password1234')).body).toEqual({ error: 'password_too_common' })
  const changed = await change(PASSWORD, OTHER_PASSWORD)
  expect(changed.status).toBe(200)
  expect([(await whoAmI(cookie)).status, (await whoAmI(cookieIn(changed))).status]).toEqual([401, 200])
  expect((await accept(reset)).body).toEqual({ error: 'invalid_sign_in_link' })
  expect((await signIn(email, OTHER_PASSWORD)).status).toBe(201)
})

test.each([
  ['no Origin', { host: 'localhost' }],
  ['another Origin', { host: 'localhost', origin: 'https://evil.example' }],
  ['an opaque Origin', { host: 'localhost', origin: 'null' }],
  ['Sec-Fetch-Site: cross-site', { ...OWN, 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', { ...OWN, 'sec-fetch-site': 'same-site' }],
])('403 cross_site_request: a change with a cookie and %s', async (_title, headers) => {
  const { cookie } = await member({ role: 'admin' })
  for (const [method, path] of [
    ['POST', '/admin/keys'],
    ['DELETE', '/session'],
    ['POST', '/session/sign-out-everywhere'],
  ] as const) {
    const response = await visitor(method, path, undefined, withCookie(cookie, headers))
    expect([path, response.status, response.body]).toEqual([path, 403, { error: 'cross_site_request' }])
  }
  expect((await whoAmI(cookie)).status).toBe(200)
})

test('201: a change with a cookie from our own page, or with a key and no Origin; 403: a sign-in from a foreign page', async () => {
  const { email, cookie } = await member({ role: 'admin' })
  const key = { name: 'Till', role: 'support' }
  for (const headers of [OWN, { 'sec-fetch-site': 'same-origin' }])
    expect((await visitor('POST', '/admin/keys', key, withCookie(cookie, headers))).status).toBe(201)
  expect((await as(ADMIN_KEY)('POST', '/admin/keys', key, { cookie })).status).toBe(201)
  const foreign = await signIn(email, PASSWORD, { origin: 'https://evil.example' })
  expect([foreign.status, foreign.body.error]).toEqual([403, 'cross_site_request'])
})

test('429 too_many_sign_ins: after 10 failures of an account, known or not; the wait doubles up to 15 minutes', async () => {
  const { email } = await member()
  await forget()
  for (const account of [email, 'nobody@kopi.example']) {
    await forget()
    for (let i = 0; i < 10; i += 1) expect((await signIn(account, OTHER_PASSWORD)).status).toBe(401)
    const waits: number[] = []
    for (let i = 0; i < 7; i += 1) {
      const refused = await node.as(undefined)('POST', '/session', { email: account, password: PASSWORD })
      expect([refused.status, refused.body.error]).toEqual([429, 'too_many_sign_ins'])
      const seconds = Number(refused.headers['retry-after'])
      expect(refused.body.details).toEqual({ retryAfterSeconds: seconds })
      waits.push(seconds)
      clock.advance(seconds * 1000)
      expect((await signIn(account, OTHER_PASSWORD)).status).toBe(401)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
  }
  clock.advance(15 * MINUTE)
  expect((await signIn(email)).status).toBe(201)
  await forget()
})

test('429 too_many_sign_ins: of 14 guesses at once, from one address at different accounts, 10 are checked', async () => {
  await forget()
  const guesses = Array.from({ length: 14 }, (_, i) => signIn(`guess${i}@kopi.example`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBe(10)
  expect(statuses.filter((status) => status === 429).length).toBe(4)
  clock.advance(HOUR)
  expect((await signIn('guess1@kopi.example')).status).toBe(401)
  await forget()
})

test('the audit log has sign-ins, failures, links, passwords and ended sessions, with the address', async () => {
  const { id, email } = await member()
  await signIn(email, OTHER_PASSWORD)
  await admin('POST', `/admin/staff/${id}/reset`)
  await admin('PATCH', `/admin/staff/${id}`, { role: 'admin' })
  const entries =
    await db`select action, actor_kind as kind, after from audit_log where target = ${`staff:${id}`} order by id`
  expect(entries.map(({ action, kind }) => `${action} by ${kind}`)).toEqual([
    'staff.create by key',
    'staff.invite by key',
    'staff.password by staff',
    'session.create by staff',
    'session.refuse by system',
    'staff.reset by key',
    'staff.update by key',
    'session.end by key',
  ])
  const withAddress = entries.filter(({ after }) => after?.address === '127.0.0.1')
  expect(withAddress.length).toBe(6)
  await forget()
})

test('the address is that of the client behind a trusted proxy, and of the connection otherwise', async () => {
  const guess = { email: 'nobody@kopi.example', password: PASSWORD }
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const addressesSeen = async (harness: Pick<typeof behindProxy, 'as' | 'db'>) => {
    expect((await harness.as(undefined)('POST', '/session', guess, headers)).status).toBe(401)
    const [{ addresses }] = await harness.db`
      select array_agg(distinct address) as addresses from unknown_sign_in_failures`
    return addresses
  }
  expect(await addressesSeen(behindProxy)).toEqual(['203.0.113.9'])
  expect(await addressesSeen({ as, db })).toEqual(['127.0.0.1'])
  await forget()
})

test('SIGN_IN_GUESSING: an alert after 50 failures of one account, also after the guesser has succeeded', async () => {
  await forget()
  const { id, email } = await member()
  const alerts = async () =>
    (await admin('GET', '/admin/alerts')).body.items
      .filter(({ kind }: { kind: string }) => kind === 'SIGN_IN_GUESSING')
      .map(({ facts: _, ...alert }: Record<string, unknown>) => alert)
  const since = clock.now.toISOString()
  for (let i = 0; i < 49; i += 1) {
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(401)
    if (i > 8) clock.advance(15 * MINUTE)
  }
  expect(await alerts()).toEqual([])
  expect((await signIn(email, OTHER_PASSWORD)).status).toBe(401)
  clock.advance(15 * MINUTE)
  expect((await signIn(email)).status).toBe(201)
  expect(await alerts()).toEqual([
    {
      kind: 'SIGN_IN_GUESSING',
      message: '50 failed sign-ins of Aina within 24 hours',
      subject: { type: 'staff', id, name: 'Aina' },
      since,
      delivery: null,
    },
  ])
  clock.advance(24 * HOUR)
  expect(await alerts()).toEqual([])
  await forget()
})
