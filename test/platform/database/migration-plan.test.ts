import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { executedText, findTouched, planMigrations } from '../../../src/platform/database/migration-plan.ts'
import { openUnmigrated } from './unmigrated.ts'

const folder = await mkdtemp(join(tmpdir(), 'counterfoil-plan-'))
const directory = pathToFileURL(`${folder}/`)
afterAll(() => rm(folder, { recursive: true }))
const { create } = await openUnmigrated()

const FIRST = `
  create table vouchers (id int);
  insert into vouchers select generate_series(1, 300);
  create table redemptions (id int) partition by range (id);
  create table redemptions_1 partition of redemptions for values from (0) to (1000);
  insert into redemptions select generate_series(1, 500);
  create table oldest_release (schema_version int);
  insert into oldest_release values (1);
  create table nodes (name text, schema_version int, seen_at timestamptz);
  insert into nodes values ('old:3000', 1, now()), ('gone:3000', 1, now() - interval '1 hour');`

test('pending migrations with the tables that they touch and their rows; nothing is changed', async () => {
  await writeFile(join(folder, '0001_first.sql'), FIRST)
  const { db } = await create({ max: 2 })
  await migrate(db, { directory })
  await db`analyze`
  await writeFile(
    join(folder, '0002_second.sql'),
    'alter table vouchers add a int; create table codes (id int); update vouchers set a = 1; create index on redemptions (id)',
  )
  await writeFile(join(folder, '0003_third.sql'), 'create index codes_by_id on codes (id);')
  expect(await planMigrations(db, directory)).toEqual({
    current: 1,
    latest: 3,
    pending: [
      {
        name: '0002_second',
        tables: [
          { name: 'vouchers', rows: 300, statements: ['alter table', 'update'] },
          { name: 'redemptions', rows: 500, statements: ['create index'] },
        ],
      },
      { name: '0003_third', tables: [] },
    ],
    oldestRelease: 1,
    nodesToStop: [],
  })
  expect(await db`select version from schema_migrations`).toEqual([{ version: 1 }])

  await writeFile(join(folder, '0003_third.sql'), 'update oldest_release set schema_version = 3;')
  expect(await planMigrations(db, directory)).toMatchObject({ oldestRelease: 3, nodesToStop: ['old:3000'] })
})

test('the database of an earlier build is refused, as by a migration', async () => {
  const { db } = await create({ max: 2 })
  await migrate(db)
  await db`update schema_migrations set name = '0001_foundation' where version = 1`
  await expect(planMigrations(db)).rejects.toThrow('was set up by an earlier build (0001_foundation)')
})

test('an empty database: all migrations of this release, and no table', async () => {
  const { db } = await create({ max: 2 })
  const { current, latest, pending } = await planMigrations(db)
  expect(current).toBe(0)
  expect(pending.at(-1)?.name).toMatch(new RegExp(`^0*${latest}_`))
  expect(pending.flatMap(({ tables }) => tables)).toEqual([])
})

test.each([
  ['ALTER TABLE IF EXISTS ONLY a ADD b int', { a: ['alter table'] }],
  ['create unique index x on a (b); create index on c (d)', { a: ['create index'], c: ['create index'] }],
  ['update a as x\nset b = 1; update c set d = 2', { a: ['update'], c: ['update'] }],
  ['insert into a values (1) on conflict (b) do update set b = 1', { a: ['insert'] }],
  ['create table a (b int references c on update cascade)', { c: ['foreign key'] }],
  [
    'create trigger x before insert or update of b on a for each row execute function f()',
    { a: ['trigger'] },
  ],
  ['drop trigger x on a; drop table b', { a: ['trigger'], b: ['drop table'] }],
  ['create function f() returns trigger as $body$ begin delete from a; end $body$ language plpgsql', {}],
  ["do $$ begin -- it's\n delete from a; end $$; comment on table b is 'update c set d'", { a: ['delete'] }],
  ['select 1 -- alter table a\n; /* delete from b */', {}],
])('%j', (sql, expected) => {
  expect(Object.fromEntries(findTouched(executedText(sql)))).toEqual(expected)
})
