import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { loadFacts } from '../../../src/domain/redemptions/engine/facts-queries.ts'
import { auditLedger } from '../../../src/domain/redemptions/ledger/ledger.ts'
import type { Db } from '../../../src/platform/database/db.ts'
import { violatedConstraint } from '../../../src/platform/database/failures.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { orderedId } from '../../../src/platform/database/ordered-id.ts'
import { openUnmigrated } from './unmigrated.ts'

/** A database of the release before, with redemptions, is migrated while writers of that release go on. */
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-by-month-'))
const { root, create } = await openUnmigrated()
afterAll(() => rm(folder, { recursive: true }))

/** The migrations up to a version, as an older release has them. */
async function migrationsUpTo(version: number): Promise<URL> {
  const target = join(folder, String(version))
  await mkdir(target, { recursive: true })
  for (const file of await readdir('migrations')) {
    if (Number(file.slice(0, 4)) <= version) await cp(join('migrations', file), join(target, file))
  }
  return pathToFileURL(`${target}/`)
}

type Place = { partnerId: string; merchantId: string; outletId: string; voucherId: string }

/** Three months of redemptions, older than their events are kept. */
async function openOldDatabase(rows: number): Promise<{ db: Db; place: Place }> {
  const { db } = await create({ max: 8 })
  await migrate(db, { directory: await migrationsUpTo(42) })
  const place = {
    partnerId: randomUUID(),
    merchantId: randomUUID(),
    outletId: randomUUID(),
    voucherId: randomUUID(),
  }
  const { partnerId, merchantId, outletId, voucherId } = place
  await db`
    insert into partners (id, slug, name, display_name, logo_path, jwt_issuer, jwks_url, disabled, require_v2,
      frame_ancestors, created_at, updated_at)
    values (${partnerId}, 'old', 'Old', 'Old', '', 'https://old.example', 'https://old.example/keys', false, false, '{}',
      now(), now())`
  await db`
    insert into merchants (id, name, slug, category, is_new, is_active, timezone, created_at, updated_at)
    values (${merchantId}, 'Kopi', 'kopi', 'F_AND_B', false, true, 'UTC', now(), now())`
  await db`
    insert into outlets (id, merchant_id, name, address_line, address_full, city, state, postal_code, country_code,
      is_active, created_at, updated_at)
    values (${outletId}, ${merchantId}, 'Outlet', '', '', '', '', '', 'MY', true, now(), now())`
  await db`
    insert into vouchers (id, merchant_id, title, image_path, code_source, claim_flow, favorites_only, redemption_count,
      cycle, status, published_at, created_at, updated_at)
    values (${voucherId}, ${merchantId}, 'Kopi', 'https://img.example.com/kopi.jpg', 'NONE', 'INSTANT', false, 100000,
      'ONE_TIME', 'PUBLISHED', now(), now(), now())`
  await db`
    insert into users (id, partner_id, external_user_id, created_at, updated_at)
    select gen_random_uuid(), ${partnerId}, 'user-' || n, now(), now() from generate_series(0, 9) as n`
  await db`
    insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
      cycle_key, remaining, status, gps_available, redeemed_at)
    select (left(uuid_v7_floor(at)::text, 14) || right(gen_random_uuid()::text, 22))::uuid, ${partnerId}, users.id,
      ${voucherId}, ${outletId}, ${merchantId}, 'Kopi', 'Outlet', 'ONE_TIME', 0, 'SUCCESS', false, at
    from generate_series(1, ${rows}::int) as n
    cross join lateral (select now() - make_interval(days => 40, mins => n) as at) as past
    join users on external_user_id = 'user-' || n % 10`
  await db`
    insert into user_quotas select user_id, voucher_id, cycle_key, count(*) from redemptions group by 1, 2, 3`
  await db`insert into voucher_quotas select voucher_id, cycle_key, count(*) from redemptions group by 1, 2`
  return { db, place }
}

type Written = { id: string; key: string; externalUserId: string }

/** What a node of the release before does for one redemption, in its words. */
async function redeemAsBefore(db: Db, place: Place, user: number, key: string): Promise<Written> {
  const externalUserId = `user-${user}`
  const [quota] = await db<{ userId: string; used: number }[]>`
    select users.id as user_id, coalesce(used, 0) as used
    from users left join user_quotas on user_id = users.id where external_user_id = ${externalUserId}`
  const { userId, used } = quota as { userId: string; used: number }
  const id = orderedId()
  const eventId = orderedId()
  const data = { redemptionId: id, voucherId: place.voucherId, outletId: place.outletId, status: 'SUCCESS' }
  const event = {
    id: eventId,
    data: { ...data, flagReason: null, voucherTitle: 'Kopi', outletName: 'Outlet' },
  }
  await db`
    with given as materialized (select array[${userId}]::uuid[] as user_ids, array[${place.outletId}]::uuid[] as outlet_ids)
    select case when exists (
      select from outlet_defenses d join unnest(user_ids, outlet_ids) as r (user_id, outlet_id) on r.outlet_id = d.outlet_id
      where (select true from redemptions where user_id = r.user_id and outlet_id = r.outlet_id limit 1) is null
    ) then null else to_json(write_redemptions(
      ids => array[${id}]::uuid[], partner_ids => array[${place.partnerId}]::uuid[], user_ids => given.user_ids,
      voucher_ids => array[${place.voucherId}]::uuid[], outlet_ids => given.outlet_ids,
      merchant_ids => array[${place.merchantId}]::uuid[], voucher_titles => array['Kopi'], outlet_names => array['Outlet'],
      cycle_keys => array['ONE_TIME'], cycle_ends => array[null]::timestamptz[],
      remainders => array[${100_000 - used - 1}]::int[], statuses => array['SUCCESS'], flag_reasons => array[null]::text[],
      distances => array[null]::float[], latitudes => array[null]::float[], longitudes => array[null]::float[],
      accuracies => array[null]::float[], codes => array[null]::text[], draws => array[false],
      keys => array[${key}]::text[], hashes => array['AAAA'], user_limits => array[100000],
      voucher_caps => array[null]::int[], event_ids => array[${eventId}]::uuid[],
      event_bodies => ${JSON.stringify(event)}, at => now(), decided_by => (select version from catalog_version),
      waiting => false
    )) end as codes from given`
  return { id, key, externalUserId }
}

/** Redeems with keys until told to stop, and sends each request twice. */
function startWriter(db: Db, place: Place, user: number) {
  const written: Written[] = []
  const isOver = { value: false }
  let slowestMs = 0
  const loop = async () => {
    for (let n = 0; !isOver.value; n += 1) {
      const startedAt = performance.now()
      written.push(await redeemAsBefore(db, place, user, `key-${n}`))
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      const again = await redeemAsBefore(db, place, user, `key-${n}`).catch(violatedConstraint)
      expect(again).toBe('redemptions_one_per_user_and_idempotency_key')
      const replayed = await db<{ id: string }[]>`
        select r.id from redemptions r join users on users.id = user_id
        where external_user_id = ${`user-${user}`} and idempotency_key = ${`key-${n}`}
          and redeemed_at > now() - interval '24 hours'`
      expect(replayed).toEqual([{ id: written.at(-1)?.id }])
    }
  }
  const done = loop()
  return {
    written,
    async stop() {
      isOver.value = true
      await done
      return slowestMs
    },
  }
}

async function expectReplayed(db: Db, place: Place, { id, key, externalUserId }: Written): Promise<void> {
  const request = { ...place, externalUserId, idempotencyKey: key, countsAsAttempt: false }
  const limits = { attempts: 5, windowSeconds: 60 }
  const known = { version: 0, vouchers: new Map(), outlets: new Map() }
  const { requests } = await loadFacts(db, [request], new Date(), limits, known)
  expect(requests[0]?.replay).toMatchObject({ id, requestHash: 'AAAA' })
}

const partitionsOf = async (db: Db) => {
  const rows = await db<{ name: string; rows: number }[]>`
    select tableoid::regclass::text as name, count(*)::int as rows from redemptions group by 1 order by 1`
  return rows
}

const boundOf = (today: Date) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2))
    .toISOString()
    .slice(0, 7)
    .replace('-', '_')

test('a filled table is migrated under running redemptions: none fails, none is lost, every key is remembered', async () => {
  const { db, place } = await openOldDatabase(20_000)
  const before = await redeemAsBefore(db, place, 7, 'before')
  const [filenode] = await db`select pg_relation_filenode('redemptions') as old`
  const writers = [1, 2].map((user) => startWriter(db, place, user))
  await expect.poll(() => writers.every(({ written }) => written.length > 3)).toBe(true)
  const applied = await migrate(db)
  expect(applied).toContain('0045_redemptions_by_month')
  const counts = writers.map(({ written }) => written.length)
  await expect.poll(() => writers.every(({ written }, i) => written.length > (counts[i] ?? 0) + 3)).toBe(true)
  const slowest = await Promise.all(writers.map((writer) => writer.stop()))
  expect(Math.max(...slowest)).toBeLessThan(2000)

  const part = `redemptions_before_${boundOf(new Date())}`
  const written = writers.flatMap(({ written }) => written)
  expect(await partitionsOf(db)).toEqual([{ name: part, rows: 20_001 + written.length }])
  const [same] = await db`select pg_relation_filenode(${part}::regclass) as old`
  expect(same, 'renamed, not copied').toEqual(filenode)
  for (const one of [before, ...written]) await expectReplayed(db, place, one)
  expect(await auditLedger(db)).toEqual([])
})

test('a migration that is killed half-way starts again', async () => {
  const { db, place } = await openOldDatabase(100)
  await migrate(db, { directory: await migrationsUpTo(43) })
  const between = await redeemAsBefore(db, place, 3, 'between')
  const reader = await db.reserve()
  await reader`begin`
  await reader`select from redemptions limit 1`
  const killed = migrate(db, { lockTimeoutMs: 20_000 })
  killed.catch(() => {})
  await expect
    .poll(async () => {
      const [row] = await root<{ killed: boolean }[]>`
      select pg_terminate_backend(pid) as killed from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%lock table redemptions in access exclusive mode%'`
      return row?.killed
    })
    .toBe(true)
  await expect(killed).rejects.toThrow()
  await reader`commit`
  reader.release()
  const later = await redeemAsBefore(db, place, 3, 'later')
  expect(await migrate(db)).toContain('0045_redemptions_by_month')
  for (const one of [between, later]) await expectReplayed(db, place, one)
  expect(await auditLedger(db)).toEqual([])
})

test('rows whose ids are no times are kept in the default partition', async () => {
  const { db } = await openOldDatabase(50)
  await db`update redemptions set id = ('f' || right(gen_random_uuid()::text, 35))::uuid
    where id in (select id from redemptions order by id limit 5)`
  await db`grant select on redemptions to pg_monitor`
  await migrate(db)
  expect(await partitionsOf(db)).toEqual([
    { name: `redemptions_before_${boundOf(new Date())}`, rows: 45 },
    { name: 'redemptions_default', rows: 5 },
  ])
  const [granted] = await db`select has_table_privilege('pg_monitor', 'redemptions', 'select') as is_kept`
  expect(granted).toEqual({ isKept: true })
  expect(await auditLedger(db)).toEqual([])
})
