import { expect } from 'vitest'
import { CLI } from '../../../src/domain/actors/caller.ts'
import { openEngine } from '../../../src/domain/redemptions/engine/engine.ts'
import type { RedemptionRequest } from '../../../src/domain/redemptions/engine/facts.ts'
import type { Outcome } from '../../../src/domain/redemptions/engine/redemption-queue.ts'
import { reviewRedemption } from '../../../src/domain/redemptions/review.ts'
import { voidRedemption } from '../../../src/domain/redemptions/void.ts'
import { closeMonth } from '../../../src/domain/statements/close-month.ts'
import { updateVoucher } from '../../../src/domain/vouchers/vouchers.ts'
import type { Db } from '../../../src/platform/database/db.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import type { Runtime } from '../../../src/platform/runtime.ts'
import type { Scene as Races } from '../scene.ts'
import { REDEEMED } from './data.ts'
import type { Player } from './player.ts'
import { committed, type State } from './rows.ts'
import { isLive, isRedeemed } from './steps.ts'
import { type Actor, local, type Process, RESULT, type Scene, type World } from './world.ts'

/** The rows of one world in the real database. Each world has its own voucher, users and month. */
export type Stage = {
  races: Races
  voucherId: string
  outletId: string
  userNames: string[]
  month: string
  /** In the month, after it, and in the next cycle. */
  times: { inMonth: Date; after: Date }
  earlierId: string | null
}

const FIRST_MONTH = 2031 * 12
let months = 0

/** The months follow each other: a close needs that all earlier ones are closed. */
function nextMonth(): Pick<Stage, 'month' | 'times'> {
  const [year, month] = [Math.floor((FIRST_MONTH + months) / 12), (FIRST_MONTH + months) % 12]
  months += 1
  const inMonth = new Date(Date.UTC(year, month, 15))
  return {
    month: inMonth.toISOString().slice(0, 7),
    times: { inMonth, after: new Date(Date.UTC(year, month + 1, 2)) },
  }
}

export async function setStage(races: Races, world: World, outletId: string): Promise<Stage> {
  const userNames = ['A', 'B', 'C'].map((name) => `${name} of ${months}`)
  const { month, times } = nextMonth()
  const terms = { redemptionCount: world.quota, globalRedemptionCap: world.cap, cycle: 'MONTHLY' }
  const voucherId =
    world.codes === undefined ? await races.voucher(terms) : await races.pool(world.codes, terms)
  await races.meet(...userNames)
  const stage: Stage = { races, voucherId, outletId, userNames, month, times, earlierId: null }
  if (world.earlier === undefined) return stage
  const earlier = await redeem(stage, { kind: 'redeem', user: world.earlier }, races.db)
  if (earlier instanceof Refusal) throw new Error(`the earlier redemption was refused: ${earlier.code}`)
  return { ...stage, earlierId: earlier.redemption.id }
}

function redeem(
  { races, voucherId, outletId, userNames, times }: Stage,
  actor: Extract<Actor, { kind: 'redeem' }>,
  db: Db,
): Promise<Outcome> {
  const now = () => (actor.cycle === 1 ? times.after : times.inMonth)
  const engine = openEngine({ ...races.deps, db, engineDb: db, now }, { attemptsPerMinute: 1000 })
  const hash = Buffer.from('the body').toString('base64')
  const request: RedemptionRequest = {
    partner: { id: races.partnerId, scope: null, sandboxId: null, clockOffsetMs: 0 },
    externalUserId: userNames[actor.user] as string,
    voucherId,
    outletId,
    pin: '',
    consumer: null,
    gpsAccuracyMeters: null,
    method: 'QR',
    deviceId: null,
    idempotency: actor.key === undefined ? null : { key: `${voucherId} ${actor.key}`, hash },
  }
  return engine.redeem(request)
}

/** Runs the operation of an actor on the session of a player. */
export function perform(stage: Stage, { actor }: Process, { db }: Player): Promise<unknown> {
  const { races, times, earlierId, voucherId, month } = stage
  const deps = { ...races.deps, db, now: () => times.after }
  if (actor.kind === 'redeem') return redeem(stage, actor, db)
  if (actor.kind === 'change') return change(deps, voucherId, actor)
  if (actor.kind === 'close') return closeMonth(deps, CLI, month)
  if (actor.kind === 'void') return voidRedemption(deps, CLI, earlierId ?? '', 'a step of a trace')
  return reviewRedemption(deps, CLI, earlierId ?? '', { outcome: 'REJECTED' })
}

function change(deps: Runtime, voucherId: string, { cap, quota }: Extract<Actor, { kind: 'change' }>) {
  const fields = {
    ...(cap !== undefined && { globalRedemptionCap: cap }),
    ...(quota !== undefined && { redemptionCount: quota }),
  }
  return updateVoucher(deps, CLI, voucherId, fields, null)
}

/** What both the model and the database can count at the end of a trace. */
type Counts = Record<
  | 'usedByAll'
  | 'usedByUsers'
  | 'redemptions'
  | 'voided'
  | 'rejected'
  | 'codes'
  | 'created'
  | 'voids'
  | 'late'
  | 'taken',
  number
> & { net: number | null }

export function countInModel(scene: Scene, state: State): Counts {
  const rows = scene.redemptions.filter((one) => isRedeemed({ state }, one))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const isClosed = committed(state, scene.month.isClosed) === 1
  return {
    usedByAll: sum(scene.voucherQuotas.map(({ used }) => committed(state, used))),
    usedByUsers: sum(scene.userQuotas.flat().map(({ used }) => committed(state, used))),
    redemptions: rows.length,
    voided: rows.length - rows.filter((one) => isLive({ state }, one)).length,
    rejected: sum(rows.map((one) => committed(state, one.isRejected))),
    codes: scene.codes.filter(({ redemption }) => committed(state, redemption) !== 0).length,
    created: sum(rows.map((one) => committed(state, one.events))),
    voids: sum(scene.insertions.map((one) => committed(state, one.voidEvents))),
    late: sum(rows.map((one) => committed(state, one.isLate))),
    taken: sum(scene.insertions.map((one) => committed(state, one.decreases))),
    net: isClosed ? committed(state, scene.statement.net) : null,
  }
}

export async function countInDatabase({ races: { db }, voucherId, month }: Stage): Promise<Counts> {
  const [counts] = await db<[Counts]>`
    with rows as (select * from redemptions where voucher_id = ${voucherId}),
    adjusted as (select a.* from statement_adjustments a join rows on rows.id = a.redemption_id)
    select
      (select coalesce(sum(used), 0)::int from voucher_quotas where voucher_id = ${voucherId}) as used_by_all,
      (select coalesce(sum(used), 0)::int from user_quotas where voucher_id = ${voucherId}) as used_by_users,
      (select count(*)::int from rows) as redemptions,
      (select count(*)::int from rows where voided_at is not null) as voided,
      (select count(*)::int from rows where review_outcome = 'REJECTED') as rejected,
      (select count(*)::int from voucher_codes where voucher_id = ${voucherId} and redemption_id is not null) as codes,
      (select count(*)::int from events, rows
       where type = 'REDEMPTION_CREATED' and body::jsonb -> 'data' ->> 'redemptionId' = rows.id::text) as created,
      (select count(*)::int from events, rows
       where type = 'REDEMPTION_VOIDED' and body::jsonb -> 'data' ->> 'redemptionId' = rows.id::text) as voids,
      (select count(*)::int from adjusted where kind = 'LATE') as late,
      (select count(*)::int from adjusted where count = -1) as taken,
      (select case when closed_at is not null then (
         select coalesce(sum(redeemed - voided - rejected), 0)::int
         from statement_rows join statements using (number) where month = ${month}) end
       from (values (1)) as one left join statement_months on month = ${month}) as net`
  return counts
}

/** Each user has been told about the same redemption, or that there is none. */
export async function expectSameResults(state: State, players: Map<Process, Player>) {
  const ids = new Map<number, string>()
  for (const [process, player] of players) {
    if (process.actor.kind !== 'redeem' || local(state, process, 'result') === RESULT.lost) continue
    const outcome = (await player.result) as Outcome
    const place = local(state, process, 'result') - REDEEMED
    expect(outcome instanceof Refusal, process.name).toBe(place < 0)
    if (outcome instanceof Refusal) continue
    const known = ids.get(place) ?? outcome.redemption.id
    ids.set(place, known)
    expect([outcome.redemption.id, outcome.isReplay], process.name).toEqual([known, place !== process.place])
  }
  expect(new Set(ids.values()).size).toBe(ids.size)
}
