import { beforeEach, expect, test } from 'vitest'
import { CLI, SYSTEM } from '../../src/domain/actors/caller.ts'
import { chainAudit } from '../../src/domain/audit/chain/chain-entries.ts'
import { eraseAuditTexts } from '../../src/domain/audit/chain/erase-texts.ts'
import { hashLink } from '../../src/domain/audit/chain/link.ts'
import { verifyChain } from '../../src/domain/audit/chain/verify-chain.ts'
import { listLinks } from '../../src/domain/audit/chain/verify-queries.ts'
import { record } from '../../src/domain/audit/record.ts'
import { createHarness } from '../support/harness.ts'

const { deps, clock, admin } = await createHarness()
const { homeDb: db } = deps
const AINA = {
  ...CLI,
  kind: 'staff' as const,
  id: '0199a1b6-52e9-7f38-8c55-e07a3b91d604',
  name: 'Aina Rahman',
}

for (const [n, caller] of [AINA, CLI, AINA, SYSTEM, CLI, AINA, CLI].entries())
  await db.begin((tx) =>
    record(tx, {
      ...{ caller, at: clock.now, action: 'voucher.update', target: `voucher:${n + 1}` },
      ...{ before: { cap: n }, after: n === 4 ? null : { cap: n + 1 } },
    }),
  )
await db.begin((tx) =>
  record(tx, {
    ...{ caller: CLI, at: clock.now, action: 'staff.create', target: `staff:${AINA.id}` },
    after: { name: AINA.name },
  }),
)
await chainAudit(deps)
const TABLES = ['audit_log', 'audit_chain', 'audit_unchained', 'audit_chain_progress']
const columnsOf = new Map<string, string>()
for (const table of TABLES) {
  await db.unsafe(`create table kept_${table} as table ${table}`)
  // A generated column cannot be written.
  const columns = await db<{ attname: string }[]>`
    select attname from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attgenerated = '' and not attisdropped`
  columnsOf.set(table, columns.map(({ attname }) => attname).join(', '))
}
const START = clock.now
const { head } = await verifyChain(db)
const links = await listLinks(db, 0, 100)
const entryAt = (position: number) => links[position - 1]?.entryId ?? ''

/** Runs statements as a superuser who wants to leave no trace: without triggers and constraints. */
const tamper = (statements: string) =>
  db.begin((tx) => tx.unsafe(`set local session_replication_role = replica; ${statements}`))
const restore = TABLES.map(
  (table) =>
    `delete from ${table};
    insert into ${table} (${columnsOf.get(table)}) overriding system value
    select ${columnsOf.get(table)} from kept_${table};`,
).join('\n')

beforeEach(async () => {
  clock.now = START
  await tamper(restore)
})

const misfit = async (expected = null as typeof head | null) => (await verifyChain(db, { expected })).misfit

test('nothing was changed: the chain fits, and its head is the expected one', async () => {
  expect(head.position).toBe(8)
  expect(await verifyChain(db, { expected: head })).toEqual({ head, unchained: 0, erased: 0, misfit: null })
  expect(await misfit(links[2] ?? null)).toBeNull()
})

test.each([
  ['the time', `at = at + interval '1 microsecond'`, 'time, actor, action, target'],
  ['the kind of actor', `actor_kind = 'key'`, 'time, actor, action, target'],
  ['the actor', `actor_id = '0199a1b6-52e9-7f38-8c55-e07a3b91d605'`, 'time, actor, action, target'],
  ['the action', `action = 'voucher.publish'`, 'time, actor, action, target'],
  ['the target', `target = 'voucher:9'`, 'time, actor, action, target'],
  ['the name', `actor_name = 'Lim'`, 'its actor_name'],
  ['an old value', `before = '{"cap": 7}'`, 'its before'],
  ['an old value: removed', `before = null`, 'its before'],
  ['a new value', `after = '{"cap": 7}'`, 'its after'],
  ['a salt', `after_salt = gen_random_uuid()`, 'its after'],
  ['a salt: removed, without an erasure', `after_salt = null, after = null`, 'its after'],
])('altered: %s', async (_what, change, reason) => {
  await tamper(`update audit_log set ${change} where id = '${entryAt(3)}'`)
  expect(await misfit()).toEqual({
    ...{ kind: 'altered', position: 3, entryId: entryAt(3) },
    reason: expect.stringContaining(reason),
  })
})

test('altered: a value where there was none', async () => {
  await tamper(`update audit_log set after = '{"cap": 7}' where id = '${entryAt(5)}'`)
  expect(await misfit()).toMatchObject({ kind: 'altered', position: 5, entryId: entryAt(5) })
})

test('altered: an entry with a hash that was computed again is named by the link after it', async () => {
  const link = links[2]
  if (!link?.entry) throw new Error('no link')
  const entry = { ...link.entry, target: 'voucher:9' }
  const hash = hashLink(link.previousHash, 3, entry, link.digests, false)
  await tamper(`
    update audit_log set target = 'voucher:9' where id = '${entryAt(3)}';
    update audit_chain set hash = decode('${hash}', 'hex') where position = 3`)
  expect(await misfit()).toMatchObject({ kind: 'altered', position: 3, entryId: entryAt(3) })
})

test('altered: digests, a hash and the flag of a late entry', async () => {
  for (const change of [`after_digest = null`, `hash = '\\x00'`, `is_late = true`, `previous_hash = hash`]) {
    await tamper(`${restore}; update audit_chain set ${change} where position = 3`)
    expect(await misfit(), change).toMatchObject({ kind: 'altered', position: 3, entryId: entryAt(3) })
  }
})

test('removed: an entry, alone, with its link, and with the positions after it rewritten', async () => {
  await tamper(`delete from audit_log where id = '${entryAt(3)}'`)
  expect(await misfit()).toMatchObject({ kind: 'removed', position: 3, entryId: entryAt(3) })
  await tamper(`delete from audit_chain where position = 3`)
  expect(await misfit()).toMatchObject({ kind: 'removed', position: 3, reason: 'this position is missing' })
  await tamper(`delete from audit_chain where position = 4`)
  expect((await misfit())?.reason).toBe('the positions 3 to 4 are missing')
  for (const position of [5, 6, 7, 8])
    await tamper(`update audit_chain set position = ${position - 2} where position = ${position}`)
  expect(await misfit()).toMatchObject({
    kind: 'removed',
    position: 3,
    reason: expect.stringContaining(entryAt(5)),
  })
})

test('removed: an entry before it is chained', async () => {
  await db.begin((tx) => record(tx, { caller: CLI, at: clock.now, action: 'a.b', target: 'c' }))
  const [{ id } = { id: '' }] = await db<{ id: string }[]>`select id from audit_log order by id desc limit 1`
  await tamper(`delete from audit_log where id = '${id}'`)
  await chainAudit(deps)
  expect(await verifyChain(db)).toMatchObject({
    unchained: 1,
    misfit: { kind: 'removed', position: null, entryId: id },
  })
})

const FORGED = '01998d05-c1a8-7e92-9b46-d20f5c73e80b'
const insertForged = `
  insert into audit_log (id, at, actor_kind, actor_name, action, target)
  values ('${FORGED}', now() - interval '3 days', 'cli', 'counterfoil command', 'a.b', 'c');`

test('inserted: an entry past the queue', async () => {
  await tamper(insertForged)
  await chainAudit(deps)
  expect(await misfit()).toMatchObject({ kind: 'inserted', position: null, entryId: FORGED })
})

test('inserted: an entry of three days ago, through the queue', async () => {
  clock.advance(2 * 60 * 60 * 1000)
  await chainAudit(deps)
  await db.unsafe(insertForged)
  await chainAudit(deps)
  expect(await misfit()).toMatchObject({ kind: 'inserted', position: 9, entryId: FORGED })
})

test('inserted: an entry in the middle, with a link that continues the chain, or with a wrong one', async () => {
  await tamper(insertForged)
  for (const position of [8, 7, 6, 5, 4, 3])
    await tamper(`update audit_chain set position = ${position + 1} where position = ${position}`)
  const insertLink = (hash: string) => `
    insert into audit_chain (position, entry_id, actor_name_digest, is_late, previous_hash, hash)
    select 3, '${FORGED}', sha256(uuid_send(actor_name_salt) || convert_to(actor_name, 'UTF8')), false,
      decode('${links[1]?.hash}', 'hex'), decode('${hash}', 'hex') from audit_log where id = '${FORGED}';`
  await tamper(insertLink('00'))
  expect(await misfit()).toMatchObject({ kind: 'inserted', position: 3, entryId: FORGED })
  const forged = (await listLinks(db, 2, 1))[0]
  if (!forged?.entry) throw new Error('no link')
  const hash = hashLink(forged.previousHash, 3, forged.entry, forged.digests, false)
  await tamper(`update audit_chain set hash = decode('${hash}', 'hex') where position = 3`)
  expect(await misfit()).toMatchObject({ kind: 'inserted', position: 3, entryId: FORGED })
})

test('a rewritten position', async () => {
  await tamper(`update audit_chain set position = 30 where position = 3`)
  expect(await misfit()).toMatchObject({ kind: 'removed', position: 3 })
  await tamper(`${restore}
    update audit_chain set position = 30 where position = 3;
    update audit_chain set position = 3 where position = 4;
    update audit_chain set position = 4 where position = 30`)
  expect(await misfit()).toMatchObject({ kind: 'removed', position: 3 })
})

test('a cut tail: it fits in itself, and --expect shows it', async () => {
  await tamper(`
    delete from audit_log where id in ('${entryAt(7)}', '${entryAt(8)}');
    delete from audit_chain where position > 6`)
  expect(await verifyChain(db)).toMatchObject({ head: { position: 6 }, misfit: null })
  expect(await misfit(head)).toMatchObject({ kind: 'removed', position: 8 })
})

test('links of the newest entries that were removed: the entries remain, and are named', async () => {
  await tamper(`delete from audit_chain where position > 6`)
  expect(await misfit()).toMatchObject({ kind: 'inserted', position: null, entryId: entryAt(7) })
})

test('a chain that was computed again from an altered entry on: only --expect shows it', async () => {
  await tamper(`
    update audit_log set target = 'voucher:9' where id = '${entryAt(3)}';
    insert into audit_unchained (entry_id) select entry_id from audit_chain where position > 2 order by position;
    delete from audit_chain where position > 2`)
  await chainAudit(deps)
  expect(await misfit()).toBeNull()
  expect(await misfit(head)).toMatchObject({ kind: 'altered', position: 8 })
})

test('erased: the name of a staff member and the texts about them; the chain still fits, and says so', async () => {
  const erased = await eraseAuditTexts(deps, CLI, { staffId: AINA.id })
  expect(erased).toEqual({ entries: 4, texts: 4 })
  const [log] = await db`select string_agg(audit_log::text, ' ') as text from audit_log`
  expect(log?.text).not.toContain('Aina')
  await chainAudit(deps)
  expect(await verifyChain(db, { expected: head })).toMatchObject({ erased: 4, unchained: 0, misfit: null })
  const { items } = (await admin('GET', `/admin/audit?actor=${AINA.id}`)).body
  expect(items[0]).toMatchObject({
    actor: { id: AINA.id, name: 'erased' },
    before: { cap: 5 },
    after: { cap: 6 },
  })
  const [entry] = (await admin('GET', '/admin/audit?action=audit.erase')).body.items
  expect(entry).toMatchObject({ target: `staff:${AINA.id}`, after: { entries: 4, texts: 4 } })
  expect(await eraseAuditTexts(deps, CLI, { staffId: AINA.id })).toEqual({ entries: 0, texts: 0 })
})

test('erased: the texts of one entry, but never those of an erasure', async () => {
  expect(await eraseAuditTexts(deps, CLI, { entryId: entryAt(1) })).toEqual({ entries: 1, texts: 3 })
  const [{ id } = { id: '' }] = await db<
    { id: string }[]
  >`select id from audit_log where action = 'audit.erase'`
  expect(await eraseAuditTexts(deps, CLI, { entryId: id })).toEqual({ entries: 0, texts: 0 })
  expect(await verifyChain(db)).toMatchObject({ erased: 1, misfit: null })
})

test('altered, not erased: a text that names an erasure of another text', async () => {
  await eraseAuditTexts(deps, CLI, { entryId: entryAt(1) })
  await tamper(`
    update audit_log set after = null, after_salt = null,
      erased_by = (select id from audit_log where action = 'audit.erase')
    where id = '${entryAt(3)}'`)
  expect(await misfit()).toMatchObject({ kind: 'altered', reason: expect.stringContaining('records 3') })
  await tamper(`update audit_log set erased_by = '${FORGED}' where id = '${entryAt(3)}'`)
  expect(await misfit()).toMatchObject({ kind: 'altered', entryId: entryAt(3) })
})

test('without a superuser, links and entries cannot be changed; salts cannot be replaced', async () => {
  const changes = [
    `update audit_log set action = 'x'`,
    `update audit_log set after_salt = gen_random_uuid()`,
    `update audit_log set after = null, after_salt = null`,
    `update audit_log set action = 'x', erased_by = '${FORGED}'`,
    `update audit_log set after = '{}', erased_by = '${FORGED}'`,
    `update audit_chain set position = position + 10`,
    `delete from audit_chain`,
    `truncate audit_chain`,
  ]
  await expect(
    db`insert into audit_log (id, at, actor_kind, actor_name, action, target, after_salt)
      values (${FORGED}, now(), 'cli', 'x', 'a.b', 'c', null)`,
  ).rejects.toThrow('needs its salts')
  for (const change of changes) await expect(db.unsafe(change), change).rejects.toThrow('append-only')
})
