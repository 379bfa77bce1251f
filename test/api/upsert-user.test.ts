import { expect, test } from 'vitest'
import { createHarness } from '../harness.ts'
import { onboard, signedCalls, type TestPartner } from '../signing.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const callsOf = await signedCalls(harness)
const acme = await onboard(admin)
const USERS = '/integrations/users'
const post = (body: object | string, partner: TestPartner = acme) => callsOf(partner)('POST', USERS, body)

const stored = async (externalUserId: string, partner: TestPartner = acme) =>
  db`select id, email, display_name, phone, country_code, locale, anonymized_at, created_at, updated_at
     from users where partner_id = ${partner.id} and external_user_id = ${externalUserId}`
const countUsers = async () => (await db`select count(*) as count from users`)[0]?.count

const MEI = {
  email: 'mei.tan@example.com',
  displayName: 'Mei Tan',
  phone: '+60123456789',
  countryCode: 'MY',
  locale: 'en-MY',
}
const NOBODY = { email: null, displayName: null, phone: null, countryCode: null, locale: null }

test('201 created true: every field kept, countryCode in capitals', async () => {
  const answer = await post({ externalUserId: 'mei', ...MEI, countryCode: 'my' })
  expect([answer.status, answer.body]).toEqual([201, { userId: expect.any(String), created: true }])
  const [row] = await stored('mei')
  const now = clock.now.toISOString()
  expect(row).toEqual({
    id: answer.body.userId,
    ...MEI,
    anonymizedAt: null,
    createdAt: now,
    updatedAt: now,
  })
})

test('201: only the id is needed, unknown properties are ignored', async () => {
  const answer = await post({
    externalUserId: 'bare',
    nickname: 'B',
    id: 'x',
    anonymizedAt: 'x',
    partnerId: 'x',
  })
  expect(answer.status).toBe(201)
  expect((await stored('bare'))[0]).toMatchObject({ ...NOBODY, anonymizedAt: null })
})

test('200 created false: what is left out stays, null clears, one row', async () => {
  const first = await post({ externalUserId: 'tan', ...MEI })
  clock.advance(1000)
  const second = await post({ externalUserId: 'tan', displayName: null, countryCode: 'sG' })
  expect([second.status, second.body]).toEqual([200, { userId: first.body.userId, created: false }])
  expect(await stored('tan')).toMatchObject([{ ...MEI, displayName: null, countryCode: 'SG' }])
  for (const field of Object.keys(MEI)) {
    await post({ externalUserId: 'tan', ...MEI })
    await post({ externalUserId: 'tan' })
    expect((await stored('tan'))[0]).toMatchObject(MEI)
    await post({ externalUserId: 'tan', [field]: null })
    expect((await stored('tan'))[0]).toMatchObject({ ...MEI, [field]: null })
  }
  const [row] = await stored('tan')
  expect(Date.parse(row?.updatedAt) - Date.parse(row?.createdAt)).toBe(1000)
})

test('201 twice: the same id of two partners is two users', async () => {
  const other = await onboard(admin)
  const [a, b] = [await post({ externalUserId: 'same' }), await post({ externalUserId: 'same' }, other)]
  expect([a.status, b.status]).toEqual([201, 201])
  expect(a.body.userId).not.toBe(b.body.userId)
})

test('200 created false: an anonymised user comes back with what the body says and nothing else', async () => {
  const first = await post({ externalUserId: 'back', ...MEI })
  await callsOf(acme)('DELETE', `${USERS}/back`)
  expect((await stored('back'))[0]).toMatchObject({ ...NOBODY, anonymizedAt: clock.now.toISOString() })
  const revived = await post({ externalUserId: 'back', email: 'new@example.com' })
  expect([revived.status, revived.body]).toEqual([200, { userId: first.body.userId, created: false }])
  expect((await stored('back'))[0]).toMatchObject({ ...NOBODY, email: 'new@example.com', anonymizedAt: null })
})

test.each([
  ['255 code points', 'x'.repeat(255)],
  ['255 emoji', '🦊'.repeat(255)],
  ['text of many scripts', 'Zoë 李 🧾 "quoted" \\ <b>'],
  ['white space only', '  '],
  ['what looks like SQL', "'; drop table users; --"],
  ['a word that objects inherit', 'constructor'],
])('201: an id of %s', async (_name, externalUserId) => {
  expect((await post({ externalUserId })).status).toBe(201)
  expect((await post({ externalUserId })).status).toBe(200)
  expect(await stored(externalUserId)).toHaveLength(1)
})

test.each([
  ['e-mail of 320', { email: '🦊'.repeat(320) }],
  ['e-mail of no form', { email: 'not an address' }],
  ['name of 200', { displayName: '李'.repeat(200) }],
  ['phone of 40', { phone: '9'.repeat(40) }],
  ['locale of 16', { locale: 'x'.repeat(16) }],
  ['empty texts', { email: '', displayName: '', phone: '', locale: '' }],
])('2xx: %s', async (_name, data) => {
  expect((await post({ externalUserId: 'limits', ...data })).status).toBeLessThan(300)
  expect((await stored('limits'))[0]).toMatchObject(data)
})

const deep = (depth: number) => `${'['.repeat(depth)}"\\u0041"${']'.repeat(depth)}`

test.each([
  ['a JSON array', '[]', ''],
  ['a JSON string', '"user-1"', ''],
  ['null', 'null', ''],
  ['not JSON', 'externalUserId=1', ''],
  ['JSON cut off', '{"externalUserId":"a"', ''],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), ''],
  ['a poisoned prototype', '{"externalUserId":"a","__proto__":{"email":"x"}}', ''],
  ['no id', {}, '/externalUserId'],
  ['an empty id', { externalUserId: '' }, '/externalUserId'],
  ['an id of null', { externalUserId: null }, '/externalUserId'],
  ['a number as id', { externalUserId: 42 }, '/externalUserId'],
  ['an id of 256 code points', { externalUserId: 'x'.repeat(256) }, '/externalUserId'],
  ['an id of 256 emoji', { externalUserId: '🦊'.repeat(256) }, '/externalUserId'],
  ['an e-mail of 321', { email: 'x'.repeat(321) }, '/email'],
  ['an e-mail in a list', { email: ['a@example.com'] }, '/email'],
  ['a name of 201', { displayName: 'x'.repeat(201) }, '/displayName'],
  ['a boolean as name', { displayName: true }, '/displayName'],
  ['a phone of 41', { phone: '9'.repeat(41) }, '/phone'],
  ['a number as phone', { phone: 60123456789 }, '/phone'],
  ['a locale of 17', { locale: 'x'.repeat(17) }, '/locale'],
  ['an object as locale', { locale: {} }, '/locale'],
  ['country M', { countryCode: 'M' }, '/countryCode'],
  ['country MYS', { countryCode: 'MYS' }, '/countryCode'],
  ['country 12', { countryCode: '12' }, '/countryCode'],
  ['an empty country', { countryCode: '' }, '/countryCode'],
  ['a country and a line break', { countryCode: 'MY\n' }, '/countryCode'],
  ['a country whose capitals are longer', { countryCode: 'ßß' }, '/countryCode'],
  ['a country in full-width letters', { countryCode: 'ＭＹ' }, '/countryCode'],
  ...['externalUserId', 'email', 'displayName', 'phone', 'countryCode', 'locale', 'unknown'].flatMap(
    (field): [string, object, string][] => [
      [`NUL in ${field}`, { [field]: 'a\0' }, `/${field}`],
      [`a lone high surrogate in ${field}`, { [field]: '\ud83e' }, `/${field}`],
      [`a lone low surrogate in ${field}`, { [field]: '\udd8a' }, `/${field}`],
    ],
  ),
  ['NUL in the name of a property', { 'a\0': 1 }, ''],
])('400 validation_failed: %s, nothing written', async (_name, payload, path) => {
  const before = await countUsers()
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : withId(payload)
  const answer = await callsOf(acme)('POST', USERS, body)
  expect([answer.status, answer.body.error]).toEqual([400, 'validation_failed'])
  expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await countUsers()).toBe(before)
})

function withId(payload: object): object {
  return Object.keys(payload).length === 0 ? payload : { externalUserId: 'refused', ...payload }
}

test('400 or 2xx, never 500: JSON nested 30,000 deep', async () => {
  const answer = await post(`{"externalUserId":"deep","extra":${deep(30_000)}}`)
  expect(answer.status).toBeLessThan(500)
})

test('one 201 and 99 × 200: the same new user a hundred times at once, one row', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      post({ externalUserId: 'crowd', displayName: `Name ${index}` }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 200)).toHaveLength(99)
  expect(new Set(answers.map(({ body }) => body.userId)).size).toBe(1)
  expect(await stored('crowd')).toHaveLength(1)
})

test('2xx and 204: upserts and deletions of one user at once leave it whole or empty', async () => {
  await post({ externalUserId: 'torn', ...MEI })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? post({ externalUserId: 'torn', ...MEI }) : callsOf(acme)('DELETE', `${USERS}/torn`),
    ),
  )
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 204])
  const [row] = await stored('torn')
  expect(row).toMatchObject(row?.anonymizedAt ? NOBODY : MEI)
})

test('a race that the database reports is run again; 500 upsert_failed when it is lost every time', async () => {
  const strict = await createHarness()
  const partner = await onboard(strict.admin)
  const call = (await signedCalls(strict))(partner)
  await strict.db.unsafe(`
    create sequence losses;
    create function lose() returns trigger language plpgsql as $$
    begin
      if nextval('losses') <= current_setting('test.losses')::int then
        raise exception 'lost' using errcode = '40001';
      end if;
      return new;
    end $$;
    create trigger lose before insert on users for each row execute function lose()`)
  const losing = async (times: number) => {
    const [row] = await strict.db`select current_database() as name`
    await strict.db.unsafe(
      `alter sequence losses restart; alter database ${row?.name} set test.losses = ${times}`,
    )
    // New sessions only have the new setting.
    await strict.db.unsafe(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await strict.db`select set_config('test.losses', ${String(times)}, false)`
  }
  await losing(2)
  expect((await call('POST', USERS, { externalUserId: 'a' })).status).toBe(201)
  await losing(3)
  const failed = await call('POST', USERS, { externalUserId: 'b' })
  expect([failed.status, failed.body]).toEqual([500, { error: 'upsert_failed' }])
  expect((await call('POST', USERS, { externalUserId: 'b' })).status).toBe(201)
})

test('one row, whatever the isolation: 30 at once on a database set to repeatable read', async () => {
  const strict = await createHarness()
  const [row] = await strict.db`select current_database() as name`
  await strict.db.unsafe(`alter database ${row?.name} set default_transaction_isolation = 'repeatable read'`)
  await strict.db.unsafe(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const call = (await signedCalls(strict))(await onboard(strict.admin))
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => call('POST', USERS, { externalUserId: 'crowd' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of answers) {
    if (status !== 200 && status !== 201) expect([status, body]).toEqual([500, { error: 'upsert_failed' }])
  }
  expect(await strict.db`select from users`).toHaveLength(1)
})

test('503 unavailable with retry-after: the database is gone', async () => {
  const broken = await createHarness()
  const partner = await onboard(broken.admin)
  const call = (await signedCalls(broken))(partner)
  await broken.db.end({ timeout: 0 })
  const answer = await call('POST', USERS, { externalUserId: 'a' })
  expect([answer.status, answer.body]).toEqual([503, { error: 'unavailable' }])
  expect(answer.headers['retry-after']).toBe('1')
})
