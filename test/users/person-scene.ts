import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { findPerson, type Person } from '../../src/domain/personal-data/export-queries.ts'
import { archiveMonths } from '../../src/domain/redemptions/archive/archive.ts'
import { rollUpStats } from '../../src/domain/stats/roll-up.ts'
import type { Tx } from '../../src/platform/database/db.ts'
import { openScene } from '../races/scene.ts'
import { age } from '../redemptions/age.ts'

/** A name that every text of the person contains, and a latitude that is theirs alone. */
export type Canary = { name: string; latitude: number }
export const MEI: Canary = { name: 'canary-mei', latitude: 4.5970111 }
export const LIM: Canary = { name: 'canary-lim', latitude: 4.5970222 }
const LONGITUDE = 101.09
const ARCHIVED_AT = '2024-12-15T10:00:00.123Z'

/** Two users, each with a row in every table that has rows of users, and with redemptions in an archive. */
export async function openPersonScene() {
  const scene = await openScene({ attemptsPerMinute: 1000 })
  const { admin, as, db, deps, token, redeem } = scene
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-person-'))
  afterAll(() => rm(folder, { recursive: true }))
  const redeemed = await scene.voucher({ redemptionCount: 9, codeSource: 'AUTO' })
  const claimed = (await scene.market.offer(scene.merchantId)).id
  await db`select add_partition('redemptions', 'month', '2024-12-01T00:00Z')`

  const succeeds = async (response: ReturnType<typeof admin>) =>
    expect((await response).status).toBeLessThan(300)
  await succeeds(admin('PATCH', `/admin/outlets/${scene.outletId}`, { redeemBy: 'BOTH' }))

  async function redeemOnce({ name, latitude }: Canary, key?: string): Promise<string> {
    const position = { consumerLat: latitude, consumerLng: LONGITUDE, gpsAccuracyMeters: 7.25 }
    const response = await redeem(name, redeemed, {
      node: 0,
      changes: position,
      ...(key !== undefined && { key }),
    })
    expect(response.status).toBe(201)
    return response.body.id
  }
  const showCode = ({ name, latitude }: Canary) =>
    succeeds(
      as(token(name))(
        'POST',
        '/me/redemption-codes',
        { voucherId: redeemed, outletId: scene.outletId, consumerLat: latitude, consumerLng: LONGITUDE },
        { 'idempotency-key': `${name}-code` },
      ),
    )
  const voidIt = (id: string, { name }: Canary) =>
    succeeds(admin('POST', `/admin/redemptions/${id}/void`, { reason: `${name} asked for it` }))
  const note = (target: string, { name }: Canary) =>
    succeeds(admin('POST', '/admin/notes', { target, text: `${name} called twice` }))
  const review = (id: string, { name }: Canary) =>
    succeeds(
      admin('POST', `/admin/redemptions/${id}/review`, {
        outcome: 'ACCEPTED',
        note: `${name} was "there",\nalone`,
      }),
    )

  async function live(canary: Canary): Promise<Person> {
    const { name } = canary
    const user = as(token(name))
    await succeeds(user('GET', '/me'))
    await succeeds(user('POST', '/me/favorites', { merchantId: scene.merchantId }))
    await succeeds(user('POST', '/me/claims', { voucherId: claimed }))
    const archived = [await redeemOnce(canary), await redeemOnce(canary)]
    await voidIt(archived[0] ?? '', canary)
    await review(archived[0] ?? '', canary)
    await redeemOnce(canary, `${name}-key`)
    await showCode(canary)
    await note(`redemption:${archived[0]}`, canary)
    const voided = await redeemOnce(canary)
    await voidIt(voided, canary)
    await review(voided, canary)
    const wrongPin = { pin: '0815' }
    expect((await redeem(name, redeemed, { node: 0, changes: wrongPin })).body.error).toBe('invalid_pin')
    await db`
      update users set email = ${`${name}@mail.example`}, display_name = ${name}, phone = ${name}, locale = ${name},
        country_code = 'MY'
      where external_user_id = ${name}`
    const person = (await findPerson(db, scene.partnerId, { externalUserId: name })) as Person
    await note(`user:${person.userId}`, canary)
    await deps.db.begin((tx) => storeRest(tx, person, archived))
    return person
  }

  /** Inserts the rows that the service writes only with a webhook or later, and ages the redemptions to archive. */
  async function storeRest(tx: Tx, { userId }: Person, archived: string[]): Promise<void> {
    await tx`set local session_replication_role = replica`
    for (const id of archived) await age(tx, id, ARCHIVED_AT)
    await tx`insert into fanouts values (uuid_v7(), 'VOUCHER_PUBLISHED', '{a,b,c,d}', ${[userId]}, now())`
    await tx`
      insert into deliveries (event_id, partner_id, is_bulk, due_at, created_at)
      select id, partner_id, false, now(), created_at from events where user_id = ${userId}
      on conflict do nothing`
    await tx`
      insert into delivery_attempts (event_id, number, attempted_at, status, duration_ms, response)
      select id, 1, now(), 500, 12, 'oops' from events where user_id = ${userId}`
  }

  const [mei, lim] = [await live(MEI), await live(LIM)]
  await Promise.all([deps.refusalLog.flush(), deps.requestLog.flush()])
  await closeStats()
  await succeeds(scene.admin('POST', '/admin/statements/2024-12/close'))
  const archive = await archiveMonths(db, {
    ...{ before: new Date('2025-01-01T00:00:00Z'), folder, evenUnreviewed: true, now: new Date() },
    ...{ signal: new AbortController().signal, onProgress: () => {}, onArchived: () => {} },
  })
  expect(archive).toBe(null)
  await scene.expectExact()
  return { ...scene, folder, mei, lim }

  async function closeStats(): Promise<void> {
    await rollUpStats(deps)
    await db`update stats_progress set days_until = utc_day(now()), group_days_until = utc_day(now())`
    await db`truncate stat_changes, group_changes`
  }
}
