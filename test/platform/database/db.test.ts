import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { connect, type Db } from '../../../src/platform/database/db.ts'
import { createHarness } from '../../support/harness.ts'
import { openSilentProxy } from '../../support/silent-proxy.ts'

const { databaseUrl, db: other } = await createHarness()
const opened: Db[] = []
const open = async (options: Parameters<typeof connect>[1] = {}, url = databaseUrl) => {
  const db = await connect(url, options)
  opened.push(db)
  return db
}
afterAll(async () => {
  for (const db of opened) await db.end({ timeout: 0 })
})
const codeOf = (error: unknown) => (error as { code: string }).code
const db = await open({ max: 2, name: 'counterfoil test' })

/** The statements of all backends with this application name. */
const activity = (name: string) =>
  other<{ pid: number; state: string; query: string }[]>`
    select pid, state, query from pg_stat_activity where application_name = ${name}`

test('rows: camelCase names, ISO times, counts as numbers, JSON, bytes, arrays', async () => {
  const rows = await db`
    select 1::int8 as some_count, '2026-11-15 21:30:00.5+01'::timestamptz as seen_at, '{"a": [1]}'::jsonb as odd_json,
      ${Buffer.from('hi')}::bytea as raw, ${['a', null]}::text[] as words, array[1, 2]::int8[] as counts,
      array['2026-01-01 00:00Z'::timestamptz] as times, '2026-11-15'::date as on_day, null as nothing`
  expect(rows).toEqual([
    {
      someCount: 1,
      seenAt: '2026-11-15T20:30:00.500Z',
      oddJson: { a: [1] },
      raw: Buffer.from('hi'),
      words: ['a', null],
      counts: [1, 2],
      times: ['2026-01-01T00:00:00.000Z'],
      onDay: '2026-11-15',
      nothing: null,
    },
  ])
  expect(rows.count).toBe(1)
})

test('a statement is sent once, when it is awaited; nested in another it is not sent', async () => {
  await db`create table if not exists sent (n int)`
  const statement = db`insert into sent values (1)`
  await sleep(20)
  expect(await db`select from sent`).toHaveLength(0)
  await Promise.all([statement, statement])
  expect(await db`select from sent where ${db`n = ${1}`}`).toHaveLength(1)
})

test('an error rolls the transaction back, and its connection is reused', async () => {
  await db`create table if not exists undone (n int primary key)`
  await expect(
    db.begin(async (tx) => {
      await tx`insert into undone values (1)`
      await tx`insert into undone values (1)`
    }),
  ).rejects.toMatchObject({ code: '23505', constraint: 'undone_pkey' })
  expect(await db`select from undone`).toHaveLength(0)
})

test('a transaction with a failed statement rejects, even if that error was ignored', async () => {
  const careless = db.begin(async (tx) => {
    await tx`select 1 / 0`.catch(() => {})
  })
  await expect(careless).rejects.toThrow(/rolled back/)
})

test('rolling back a savepoint keeps the rest of the transaction', async () => {
  await db`create table if not exists saved (n int)`
  await db.begin(async (tx) => {
    await tx`insert into saved values (1)`
    await tx
      .savepoint(async (inner) => {
        await inner`insert into saved values (2)`
        throw new Error('no')
      })
      .catch(() => {})
  })
  expect(await db`select n from saved`).toEqual([{ n: 1 }])
})

test('a statement after the end of its transaction is refused, not sent', async () => {
  const escaped = await db.begin(async (tx) => ({ tx }))
  await expect(escaped.tx`select 1`).rejects.toThrow(/has ended/)
})

test('statements of one transaction run one after the other', async () => {
  const responses = await db.begin((tx) =>
    Promise.all([1, 2, 3].map((n) => tx<[{ n: number }]>`select ${n}::int as n`)),
  )
  expect(responses.map(([row]) => row.n)).toEqual([1, 2, 3])
})

test('a prepared statement whose table a migration changed is prepared again', async () => {
  await db`create table changing (a int)`
  await db`insert into changing values (1)`
  const read = () => db`select * from changing where a = ${1}`
  expect(await Promise.all([read(), read()])).toEqual([[{ a: 1 }], [{ a: 1 }]])
  await db`alter table changing add b int`
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill([{ a: 1, b: null }]))
})

test('STATEMENT_TIMEOUT: no response by the deadline; the statement is cancelled and the pool keeps working', async () => {
  const name = 'counterfoil deadline'
  const impatient = await open({ max: 1, name, deadlineMs: 60_000 })
  const started = performance.now()
  await expect(impatient.withLimits({ deadlineMs: 200 })`select pg_sleep(30)`).rejects.toMatchObject({
    code: 'STATEMENT_TIMEOUT',
  })
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(await impatient`select 1 as one`).toEqual([{ one: 1 }])
  await expect
    .poll(async () => (await activity(name)).filter(({ query }) => query.includes('pg_sleep')))
    .toEqual([])
})

test('57014: PostgreSQL cancels a statement shortly before our deadline, and the connection is kept', async () => {
  const usual = await open({ max: 1, name: 'counterfoil usual' })
  const [before] = await activity('counterfoil usual')
  await expect(usual`select pg_sleep(30)`).rejects.toMatchObject({ code: '57014' })
  expect((await activity('counterfoil usual'))[0]?.pid).toBe(before?.pid)
})

test('POOL_TIMEOUT: no connection is free by the deadline, nothing is sent', async () => {
  const small = await open({ max: 1 })
  const held = await small.reserve()
  await expect(small.withLimits({ deadlineMs: 100 })`select 1`).rejects.toMatchObject({
    code: 'POOL_TIMEOUT',
  })
  held.release()
  expect(await small`select 1 as one`).toEqual([{ one: 1 }])
})

test('POOL_FULL: callers beyond 2,000 waiting ones are refused at once', async () => {
  const small = await open({ max: 1, deadlineMs: 60_000 })
  const held = await small.reserve()
  const waiting = Array.from({ length: 2_010 }, () => small`select 1`.then(() => 'answered', codeOf))
  await sleep(50)
  held.release()
  const responses = Map.groupBy(await Promise.all(waiting), (response) => response)
  expect([...responses].map(([response, { length }]) => [response, length])).toEqual([
    ['answered', 2_000],
    ['POOL_FULL', 10],
  ])
})

test('CALLER_GONE: the caller left while waiting for a connection, nothing is executed', async () => {
  await db`create table if not exists visits (n int)`
  const small = await open({ max: 1 })
  const held = await small.reserve()
  let isThere = true
  const visitor = small.withLimits({ isClientConnected: () => isThere })
  const waiting = [
    visitor`insert into visits values (1)`,
    visitor.begin((tx) => tx`insert into visits values (2)`),
  ]
  const refused = Promise.all(
    waiting.map((one) => expect(one).rejects.toMatchObject({ code: 'CALLER_GONE' })),
  )
  isThere = false
  held.release()
  await refused
  expect(await db`select from visits`).toHaveLength(0)
})

test('25006: a session that became read-only is replaced, and so are all others of its age', async () => {
  const pool = await open({ max: 3, name: 'counterfoil read-only' })
  await db`create table if not exists written (n int)`
  const held = await Promise.all([pool.reserve(), pool.reserve(), pool.reserve()])
  for (const session of held) await session`set default_transaction_read_only = on`
  for (const session of held) session.release()
  await pool.requirePrimary(1000)
  await expect(pool.requireCommit(1000)).rejects.toMatchObject({ code: 'NOT_WRITABLE' })
  for (let i = 0; i < 3; i += 1) await pool`insert into written values (1)`

  const again = await Promise.all([pool.reserve(), pool.reserve()])
  for (const session of again) await session`set default_transaction_read_only = on`
  for (const session of again) session.release()
  await expect(pool`insert into written values (2)`).rejects.toMatchObject({ code: '25006' })
  await Promise.all([1, 2, 3].map(() => pool`insert into written values (3)`))
})

test('read-write of two hosts: a read-only primary serves reads while no host can write, then writes again', async () => {
  const url = new URL(databaseUrl)
  url.searchParams.set('target_session_attrs', 'read-write')
  // Both names lead to the same server.
  const twoHosts = url.href.replace(url.host, `localhost:${url.port},${url.host}`)
  const pool = await open({ max: 1 }, twoHosts)
  const name = url.pathname.slice(1)
  const setReadOnly = (value: 'on' | 'off') =>
    other.begin('read write', (tx) =>
      tx.unsafe(`alter database ${name} set default_transaction_read_only = ${value}`),
    )
  await db`create table if not exists moved (n int)`
  await setReadOnly('on')
  pool.retireConnections()
  await vi.waitFor(() => pool.requirePrimary(1000), 20_000)
  expect(await pool`select from moved`).toHaveLength(0)
  await expect(pool.requireCommit(1000)).rejects.toMatchObject({ code: 'NOT_WRITABLE' })
  await setReadOnly('off')
  await vi.waitFor(() => pool.requireCommit(1000), 20_000)
  await pool`insert into moved values (1)`
})

test('listens again after its connection was lost, and calls onListening', async () => {
  const listening = await open({ max: 1, name: 'counterfoil listening' })
  const heard: string[] = []
  let connections = 0
  await listening.listen(
    'test_channel',
    (payload) => heard.push(payload),
    () => (connections += 1),
  )
  await other`select pg_notify('test_channel', 'one')`
  await expect.poll(() => heard).toEqual(['one'])
  await other`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'counterfoil listening sentinel'`
  await expect.poll(() => connections).toBe(2)
  await other`select pg_notify('test_channel', 'two')`
  await expect.poll(() => heard).toEqual(['one', 'two'])
})

test('a dead connection is found and replaced within 3 s, long before the deadline', async () => {
  const proxy = await openSilentProxy(databaseUrl)
  const watched = await open({ max: 2, name: 'counterfoil watched', deadlineMs: 60_000 }, proxy.url)
  await watched.listen('test_channel', () => {})
  await Promise.all([watched`select 1`, watched`select 2`])
  proxy.silence()
  const started = performance.now()
  const lost = await Promise.allSettled([watched`select 1`, watched`select 2`])
  expect(lost).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'CONNECTION_LOST' } }))
  expect(await watched`select 3 as three`).toEqual([{ three: 3 }])
  expect(performance.now() - started).toBeLessThan(3_000)
  proxy.close()
})

test('a slow statement is not interrupted while the server works on it', async () => {
  const proxy = await openSilentProxy(databaseUrl)
  const watched = await open({ max: 1, deadlineMs: 60_000 }, proxy.url)
  await watched.listen('test_channel', () => {})
  expect(await watched`select 1 as one from pg_sleep(4)`).toEqual([{ one: 1 }])
  proxy.close()
})

test('after a network outage that dropped every packet, results come within 3 s', async () => {
  const proxy = await openSilentProxy(databaseUrl)
  const watched = await open({ max: 2, deadlineMs: 60_000 }, proxy.url)
  await watched.listen('test_channel', () => {})
  proxy.swallowAll = true
  const lost = Array.from({ length: 6 }, () => watched`select 1`.then(() => 'answered', codeOf))
  await sleep(3_000)
  proxy.swallowAll = false
  const returned = performance.now()
  await vi.waitFor(async () => expect(await watched`select 1 as one`).toEqual([{ one: 1 }]), {
    timeout: 10_000,
  })
  await Promise.all(lost)
  expect(performance.now() - returned).toBeLessThan(3_000)
  proxy.close()
})
