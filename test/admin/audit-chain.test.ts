import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { chainAudit } from '../../src/domain/audit/chain/chain-entries.ts'
import { countUnchained, getChainDelaySeconds } from '../../src/domain/audit/chain/chain-queries.ts'
import { verifyChain } from '../../src/domain/audit/chain/verify-chain.ts'
import { record } from '../../src/domain/audit/record.ts'
import type { Tx } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { until } from '../support/process.ts'

const { admin, deps, clock, logs, startNode } = await createHarness()
const { homeDb: db } = deps
const DAY_MS = 24 * 60 * 60 * 1000

const write = (tx: Tx, target: string, after: Record<string, unknown> | null = { cap: 300 }) =>
  record(tx, { caller: CLI, at: clock.now, action: 'voucher.update', target, before: { cap: 500 }, after })
const targets = async () =>
  (
    await db<{ target: string }[]>`
      select target from audit_chain join audit_log on id = entry_id order by position`
  ).map(({ target }) => target)

/** Removes all entries, as only a superuser can. */
const empty = () =>
  db.begin((tx) =>
    tx.unsafe(`
      set local session_replication_role = replica;
      delete from audit_log; delete from audit_chain; delete from audit_unchained;
      update audit_chain_progress set caught_up_at = null, logged_at = null`),
  )

beforeEach(async () => {
  clock.now = new Date()
  await empty()
})

test('entries are chained without gaps, in the order of writing; each is counted until then', async () => {
  for (const target of ['a', 'b', 'c', 'd', 'e']) await db.begin((tx) => write(tx, target))
  expect(await countUnchained(db)).toBe(5)
  await chainAudit(deps, undefined, 2)
  expect(await countUnchained(db)).toBe(0)
  expect(await targets()).toEqual(['a', 'b', 'c', 'd', 'e'])
  const positions = await db`select position from audit_chain order by position`
  expect(positions.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  expect(await verifyChain(db)).toMatchObject({
    head: { position: 5 },
    unchained: 0,
    erased: 0,
    misfit: null,
  })
})

test('a chain that grows in batches is verified in pages', async () => {
  for (let n = 0; n < 7; n += 1) {
    await db.begin((tx) => write(tx, `n ${n}`))
    await chainAudit(deps)
  }
  expect((await verifyChain(db, { pageRows: 3 })).misfit).toBeNull()
})

/** Writes an entry in a transaction that stays open until `commit` is called. */
async function writeWithoutCommit(target: string): Promise<{ commit(): Promise<void> }> {
  const written = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const done = db.begin(async (tx) => {
    await write(tx, target)
    written.resolve()
    await held.promise
  })
  await written.promise
  return {
    commit() {
      held.resolve()
      return done
    },
  }
}

test('an entry that commits late is chained late, and never missed; no writer waits', async () => {
  const late = await writeWithoutCommit('late')
  await db.begin((tx) => write(tx, 'early'))
  await chainAudit(deps)
  expect([await targets(), await countUnchained(db)]).toEqual([['early'], 0])
  await late.commit()
  await chainAudit(deps)
  expect(await targets()).toEqual(['early', 'late'])
})

test('an entry that commits while a batch is chained is in the next batch', async () => {
  await db.unsafe(`
    create function wait_at_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(4711); return null; end $$;
    create trigger gate before insert on audit_chain for each statement execute function wait_at_gate()`)
  const late = await writeWithoutCommit('late')
  await db.begin((tx) => write(tx, 'early'))
  const gate = await db.reserve()
  await gate`select pg_advisory_lock(4711)`
  const chaining = chainAudit(deps)
  await until(async () => {
    const [row] = await db`
      select exists (
        select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and objid = 4711 and not granted
      )`
    return row?.exists
  })
  await late.commit()
  await gate`select pg_advisory_unlock(4711)`
  gate.release()
  await chaining
  await db.unsafe('drop trigger gate on audit_chain')
  await chainAudit(deps)
  expect(await targets()).toEqual(['early', 'late'])
})

test('entries of two nodes that write and chain at the same time are all chained once', async () => {
  const node = await startNode()
  const nodes = [deps, node.deps]
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const { [n % 2]: own = deps } = nodes
      await own.db.begin((tx) => write(tx, `n ${n}`))
      await chainAudit(own, undefined, 3)
    }),
  )
  await chainAudit(deps)
  expect((await targets()).length).toBe(60)
  expect(await verifyChain(db)).toMatchObject({ head: { position: 60 }, misfit: null })
})

test('a change that is rolled back leaves no link and no gap', async () => {
  await db.begin((tx) => write(tx, 'a'))
  await db
    .begin(async (tx) => {
      await write(tx, 'lost')
      throw new Error('rolled back')
    })
    .catch(() => {})
  await db.begin((tx) => write(tx, 'b'))
  await chainAudit(deps)
  expect(await targets()).toEqual(['a', 'b'])
  expect((await verifyChain(db)).head.position).toBe(2)
})

test('the newest position and hash are logged once a day', async () => {
  const lines = () => logs.filter((line) => line.includes('newest position and hash'))
  const before = lines().length
  await db.begin((tx) => write(tx, 'a'))
  await chainAudit(deps)
  await db.begin((tx) => write(tx, 'b'))
  await chainAudit(deps)
  expect(lines().length).toBe(before + 1)
  clock.advance(DAY_MS)
  await chainAudit(deps)
  expect(lines().length).toBe(before + 2)
  const { head } = await verifyChain(db)
  expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject(head)
})

test('metrics have position and hash of the same head, and the entries that wait', async () => {
  const metrics = async () => String((await admin('GET', '/metrics')).body)
  await db.begin((tx) => write(tx, 'a'))
  clock.advance(60_000)
  expect(await metrics()).toMatch(/^counterfoil_audit_unchained 1$/m)
  await chainAudit(deps)
  clock.advance(60_000)
  const { head } = await verifyChain(db)
  const text = await metrics()
  expect(text).toMatch(/^counterfoil_audit_position\{cell="home"\} 1$/m)
  expect(text).toContain(`counterfoil_audit_head_info{cell="home",hash="${head.hash}"} 1\n`)
  expect(text.match(/^counterfoil_audit_head_info\{/gm)).toHaveLength(1)
  expect(text).toMatch(/^counterfoil_audit_delay_seconds 0$/m)
})

test('the delay is the time that the oldest entry has waited', async () => {
  expect(await getChainDelaySeconds(db)).toBe(0)
  await db.begin((tx) => write(tx, 'a'))
  await db`update audit_unchained set written_at = written_at - interval '90 seconds'`
  expect(await getChainDelaySeconds(db)).toBeGreaterThanOrEqual(90)
})

test('the page for other verifiers describes the hash exactly', async () => {
  const id = randomUUID()
  await db`
    insert into audit_log (id, at, actor_kind, actor_name, action, target, after)
    values (${id}, '2026-11-15T08:30:00.123456Z', 'cli', 'Aïna', 'a.b', 'c:d', '{"z": 1, "a": [2.50, "é"]}')`
  await chainAudit(deps)
  const [row] = await db`select * from audit_log join audit_chain on entry_id = id`
  const sha256 = (...parts: (string | Buffer)[]) => {
    const sum = createHash('sha256')
    for (const part of parts) sum.update(part)
    return sum.digest('hex')
  }
  const salt = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
  const name = sha256(salt(row?.actorNameSalt), 'Aïna')
  const after = sha256(salt(row?.afterSalt), '{"a": [2.50, "é"], "z": 1}')
  const fields = [
    ...['19:counterfoil-audit-1,', `64:${'0'.repeat(64)},`, '1:1,', `36:${id},`],
    ...['27:2026-11-15T08:30:00.123456Z,', '3:cli,', '-,', '3:a.b,', '3:c:d,'],
    ...[`64:${name},`, '-,', `64:${after},`, '7:in time,'],
  ]
  expect((await verifyChain(db)).head).toEqual({ position: 1, hash: sha256(...fields) })
  expect(await readFile('docs/internals/audit-chain.md', 'utf8')).toContain('19:counterfoil-audit-1,')
})
