import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgePinGuesses } from '../../src/domain/redemptions/engine/pin-queries.ts'
import type { Db, Reader, Tx } from '../../src/platform/database/db.ts'
import { firstIdAt, orderedId } from '../../src/platform/database/ordered-id.ts'
import { createHarness } from '../support/harness.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const DAY_MS = 86_400_000
const harness = await createHarness()
const { as, db } = harness
const till = await openTill(harness)
const issuer = await onboardIssuer(harness)
const now = new Date()
const monthsAgo = (months: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15, 12))
for (let months = 1; months <= 6; months += 1)
  await db`select add_partition('redemptions', 'month', ${monthsAgo(months)})`

const nameOf = (time: Date) => `redemptions_${time.toISOString().slice(0, 7).replace('-', '_')}`
/** The months that can hold ids since this time. Clocks may differ by a day, in both directions. */
function monthsSince(time: Date): string[] {
  const names = new Set<string>()
  for (let at = time.getTime() - DAY_MS; at <= Date.now() + DAY_MS; at += DAY_MS / 2)
    names.add(nameOf(new Date(at)))
  return [...names].sort()
}
/** How often each month of redemptions was read, by transactions of this connection. The default partition is empty. */
async function countReads(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx<{ name: string; reads: number }[]>`
    select relname as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads
    from pg_stat_xact_user_tables where relname ~ '^redemptions_\\d{4}_\\d{2}$' order by relname`
  return new Map(rows.map(({ name, reads }) => [name, reads]))
}
/** The months of redemptions that `work` reads. */
function monthsRead(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  return db.begin(async (tx) => {
    const before = await countReads(tx)
    await work(tx)
    const after = await countReads(tx)
    return [...after.keys()].filter((name) => after.get(name) !== before.get(name))
  })
}
async function hasRedeemedAt(sql: Reader, userId: string, outletId: string): Promise<boolean | undefined> {
  const [row] = await sql<{ found: boolean }[]>`select has_redeemed_at(${userId}, ${outletId}) as found`
  return row?.found
}
/** A user that the service creates now, so its id has the current time. */
async function newUser(name: string): Promise<string> {
  const call = as(issuer.mint({ sub: name }))
  expect((await call('GET', '/me')).status).toBe(200)
  const [row] = await db<{ id: string }[]>`select id from users where external_user_id = ${name}`
  return row?.id ?? ''
}
/** Judges one guess at the outlet, as the engine does. */
function judge(sql: Reader, userId: string, isWrong: boolean) {
  const guess = { failureId: orderedId(), userId, outletId: till.outlet.id, isWrong, isAtOutlet: false }
  const later = new Date(now.getTime() + 3_600_000)
  const earlier = new Date(now.getTime() - 3_600_000)
  return judgePinGuesses(
    sql as Db,
    [guess],
    { now, lockWindowStart: earlier, lockEnd: later, defenseWindowStart: earlier, defenseEnd: later },
    { ofUser: 10, ofNewcomers: 2 },
  )
}

test('the months since the user exists are read, neither earlier nor future ones', async () => {
  const [userId, outletId] = [firstIdAt(monthsAgo(2)), firstIdAt(monthsAgo(5))]
  expect(await monthsRead((tx) => hasRedeemedAt(tx, userId, outletId))).toEqual(monthsSince(monthsAgo(2)))
})

test('an outlet that is newer than the user: the months since the outlet exists are read', async () => {
  const [userId, outletId] = [firstIdAt(monthsAgo(5)), firstIdAt(monthsAgo(1))]
  expect(await monthsRead((tx) => hasRedeemedAt(tx, userId, outletId))).toEqual(monthsSince(monthsAgo(1)))
})

test('a redemption of months ago is found, even if the ids contain no time', async () => {
  const voucher = await till.offer()
  const { body } = await till.redeem(as(issuer.mint({ sub: 'regular' })), voucher.id)
  const pairs = [
    [firstIdAt(monthsAgo(4)), firstIdAt(monthsAgo(6))],
    [randomUUID().replace(/^./, 'f'), randomUUID().replace(/^./, 'f')],
  ] as const
  for (const [i, [userId, outletId]] of pairs.entries()) {
    const id = firstIdAt(new Date(monthsAgo(3).getTime() + i))
    await db`
      insert into redemptions
      select (jsonb_populate_record(r, ${JSON.stringify({ id, user_id: userId, outlet_id: outletId })}::jsonb)).*
      from redemptions as r where id = ${body.id}`
    expect(await hasRedeemedAt(db, userId, outletId)).toBe(true)
    expect(await hasRedeemedAt(db, outletId, userId)).toBe(false)
  }
})

test('a wrong PIN of a new user reads this month, a right one at an outlet that is not defended reads none', async () => {
  const userId = await newUser('guesser')
  expect(await monthsRead((tx) => judge(tx, userId, true))).toEqual(monthsSince(now))
  expect(await monthsRead((tx) => judge(tx, userId, false))).toEqual([])
})

test('wrong PINs of newcomers defend the outlet against a right PIN of a newcomer, not of a regular', async () => {
  const [first, second, third, regular] = await Promise.all(['1', '2', '3', 'regular'].map(newUser))
  await judge(db, first as string, true)
  await judge(db, second as string, true)
  expect(await judge(db, third as string, false)).toMatchObject([{ outletDefendedUntil: expect.anything() }])
  expect(await judge(db, regular as string, false)).toMatchObject([{ outletDefendedUntil: null }])
})
