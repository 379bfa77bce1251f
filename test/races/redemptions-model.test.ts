import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { voidRedemption } from '../../src/domain/redemptions/void.ts'
import type { ApiResponse } from '../support/harness.ts'
import { openScene, PIN } from './scene.ts'

const scene = await openScene()
const { market, clock, deps, db } = scene
const second = await market.merchant()
const MERCHANTS = [scene.merchantId, second.id as string]
const OUTLETS = [scene.outletId, (await market.outlet(second.id, { pin: PIN })).id as string]

type Cycle = 'ONE_TIME' | 'MONTHLY' | 'BIWEEKLY'
type Step =
  | { kind: 'redeem'; user: number; voucher: number; outlet: number; pin: string; key: string | null }
  | { kind: 'wait'; seconds: number }
  | { kind: 'limit'; voucher: number; quota: number; cap: number | null }
  | { kind: 'publish'; voucher: number; isLive: boolean }
  | { kind: 'scope'; merchants: number[] | null }
  | { kind: 'void'; which: number }

const HOUR = 3600
const voucher = fc.nat({ max: 3 })
const redeeming: fc.Arbitrary<Step> = voucher.chain((index) =>
  fc.record({
    kind: fc.constant('redeem' as const),
    user: fc.nat({ max: 2 }),
    voucher: fc.constant(index),
    outlet: fc.oneof({ arbitrary: fc.constant(index === 3 ? 1 : 0), weight: 9 }, fc.nat({ max: 1 })),
    pin: fc.oneof({ arbitrary: fc.constant(PIN), weight: 9 }, fc.constant('0000')),
    key: fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, fc.constantFrom('a', 'b')),
  }),
)
const record = <T extends Step>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model) as fc.Arbitrary<T>
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: redeeming, weight: 24 },
  {
    arbitrary: record<Extract<Step, { kind: 'wait' }>>({
      kind: fc.constant('wait'),
      seconds: fc.constantFrom(
        1,
        59,
        60,
        61,
        23 * HOUR,
        24 * HOUR,
        9 * 24 * HOUR,
        14 * 24 * HOUR,
        31 * 24 * HOUR,
      ),
    }),
    weight: 6,
  },
  {
    arbitrary: record<Extract<Step, { kind: 'limit' }>>({
      kind: fc.constant('limit'),
      voucher,
      quota: fc.integer({ min: 1, max: 3 }),
      cap: fc.constantFrom(null, 1, 2, 3, 6),
    }),
    weight: 2,
  },
  {
    arbitrary: record<Extract<Step, { kind: 'publish' }>>({
      kind: fc.constant('publish'),
      voucher,
      isLive: fc.boolean(),
    }),
    weight: 2,
  },
  {
    arbitrary: record<Extract<Step, { kind: 'scope' }>>({
      kind: fc.constant('scope'),
      merchants: fc.constantFrom(null, null, [0], [1], [0, 1]),
    }),
    weight: 1,
  },
  {
    arbitrary: record<Extract<Step, { kind: 'void' }>>({ kind: fc.constant('void'), which: fc.nat() }),
    weight: 3,
  },
)

type ModelVoucher = {
  id: string
  merchant: number
  cycle: Cycle
  quota: number
  cap: number | null
  isLive: boolean
  /** The codes that are left, in upload order. Null: the voucher has no pool. */
  codes: string[] | null
}
type Redeemed = { id: string; user: number; voucher: number; cycleKey: string; isVoided: boolean }
type Remembered = { body: string; at: number; redeemed: Redeemed }
type Model = {
  users: string[]
  vouchers: ModelVoucher[]
  scope: number[] | null
  redeemed: Redeemed[]
  attempts: number[][]
  remembered: Map<string, Remembered>
}

let runs = 0

async function startModel(): Promise<Model> {
  runs += 1
  // The outlets are shared by all runs: they must no longer be defended because of the previous run's wrong PINs.
  clock.advance(2 * HOUR * 1000)
  await market.change(`/admin/partners/${scene.partnerId}`, { scope: null })
  const [a, b] = MERCHANTS as [string, string]
  const kinds: [number, object, Omit<ModelVoucher, 'id' | 'merchant' | 'isLive' | 'codes'>][] = [
    [0, {}, { cycle: 'ONE_TIME', quota: 1, cap: 2 }],
    [0, {}, { cycle: 'MONTHLY', quota: 2, cap: 3 }],
    [0, { codeSource: 'MANUAL' }, { cycle: 'BIWEEKLY', quota: 1, cap: null }],
    [1, { codeSource: 'AUTO' }, { cycle: 'MONTHLY', quota: 2, cap: null }],
  ]
  const vouchers: ModelVoucher[] = []
  for (const [merchant, more, terms] of kinds) {
    const { cycle, quota: redemptionCount, cap: globalRedemptionCap } = terms
    const changes = { ...more, cycle, redemptionCount, globalRedemptionCap }
    const isPool = 'codeSource' in more && more.codeSource === 'MANUAL'
    const id = isPool
      ? await scene.pool(4, changes)
      : (await market.offer(merchant === 0 ? a : b, { claimFlow: 'INSTANT', ...changes })).id
    const codes = isPool ? [0, 1, 2, 3].map((i) => `CODE-0000${i}`) : null
    vouchers.push({ id, merchant, ...terms, isLive: true, codes })
  }
  const users = [0, 1, 2].map((i) => `model ${runs} ${i}`)
  return { users, vouchers, scope: null, redeemed: [], attempts: [[], [], []], remembered: new Map() }
}

/** Calculated with Date, in UTC, without the code of the service. */
function cycleKeyOf(cycle: Cycle, now: Date): string {
  if (cycle === 'ONE_TIME') return cycle
  if (cycle === 'MONTHLY') return now.toISOString().slice(0, 7)
  const fortnight = 14 * 86_400_000
  const first = Date.UTC(2024, 0, 1)
  const start = first + Math.floor((now.getTime() - first) / fortnight) * fortnight
  return `${new Date(start).toISOString().slice(0, 10)}/P2W`
}

type Redeem = Extract<Step, { kind: 'redeem' }>
type Expected = { status: number; body: object; redeemed: Redeemed | null }

const refusal = (status: number, error: string, details?: object): Expected => ({
  status,
  body: details ? { error, details } : { error },
  redeemed: null,
})

/** All rules of a redemption, in their order, as the model sees them. */
function expectedResponse(model: Model, attempt: Redeem): Expected {
  const now = clock.now.getTime()
  const chosen = model.vouchers[attempt.voucher] as ModelVoucher
  const memory = attempt.key === null ? undefined : model.remembered.get(`${attempt.user} ${attempt.key}`)
  if (memory && now - memory.at < 24 * HOUR * 1000) {
    if (memory.body !== bodyOf(attempt)) return refusal(422, 'idempotency_key_reused')
    return { status: 201, body: { id: memory.redeemed.id }, redeemed: memory.redeemed }
  }
  const counted = (model.attempts[attempt.user] ?? []).filter((at) => now - at < 60_000)
  if (counted.length >= 5) {
    const retryAfterSeconds = Math.ceil(((counted[0] as number) + 60_000 - now) / 1000)
    return refusal(429, 'rate_limited', { retryAfterSeconds })
  }
  model.attempts[attempt.user] = [...counted, now]
  const sees = (merchant: number) => model.scope === null || model.scope.includes(merchant)
  if (!sees(chosen.merchant)) return refusal(403, 'voucher_out_of_scope')
  if (!sees(attempt.outlet)) return refusal(403, 'merchant_out_of_scope')
  if (!chosen.isLive) return refusal(422, 'voucher_inactive')
  if (attempt.outlet !== chosen.merchant) return refusal(422, 'voucher_not_valid_at_outlet')
  if (attempt.pin !== PIN) return refusal(401, 'invalid_pin')
  const cycleKey = cycleKeyOf(chosen.cycle, clock.now)
  const inCycle = model.redeemed.filter(
    (one) => one.voucher === attempt.voucher && one.cycleKey === cycleKey && !one.isVoided,
  )
  const used = inCycle.filter(({ user }) => user === attempt.user).length
  if (used >= chosen.quota) return refusal(422, 'limit_reached', { limit: chosen.quota, used, cycleKey })
  if (chosen.cap !== null && inCycle.length >= chosen.cap) {
    return refusal(422, 'global_cap_reached', { cap: chosen.cap, used: inCycle.length, cycleKey })
  }
  if (chosen.codes?.length === 0) return refusal(422, 'codes_exhausted')
  const redeemed = { id: '', user: attempt.user, voucher: attempt.voucher, cycleKey, isVoided: false }
  model.redeemed.push(redeemed)
  if (attempt.key !== null) {
    model.remembered.set(`${attempt.user} ${attempt.key}`, { body: bodyOf(attempt), at: now, redeemed })
  }
  const code = chosen.codes ? chosen.codes.shift() : chosen.merchant === 1 ? expect.any(String) : null
  const body = { remaining: chosen.quota - used - 1, cycleKey, code, voidedAt: null }
  return { status: 201, body, redeemed }
}

/** The part of the body that an idempotency key is bound to, which does not include the PIN. */
const bodyOf = ({ voucher, outlet }: Redeem) => JSON.stringify([voucher, outlet])

function redeem(model: Model, attempt: Redeem): Promise<ApiResponse> {
  const { id } = model.vouchers[attempt.voucher] as ModelVoucher
  const changes = { outletId: OUTLETS[attempt.outlet], pin: attempt.pin }
  const key = attempt.key === null ? {} : { key: attempt.key }
  return scene.redeem(model.users[attempt.user] as string, id, { node: 0, changes, ...key })
}

async function takeStep(model: Model, step: Step): Promise<void> {
  switch (step.kind) {
    case 'wait':
      return clock.advance(step.seconds * 1000)
    case 'limit': {
      const chosen = model.vouchers[step.voucher] as ModelVoucher
      Object.assign(chosen, { quota: step.quota, cap: step.cap })
      return market.change(`/admin/vouchers/${chosen.id}`, {
        redemptionCount: step.quota,
        globalRedemptionCap: step.cap,
      })
    }
    case 'publish': {
      const chosen = model.vouchers[step.voucher] as ModelVoucher
      const hasCode = chosen.codes === null || chosen.codes.length > 0
      if (chosen.isLive === step.isLive || (step.isLive && !hasCode)) return
      const path = `/admin/vouchers/${chosen.id}/${step.isLive ? 'publish' : 'unpublish'}`
      expect((await scene.admin('POST', path)).status, path).toBe(200)
      chosen.isLive = step.isLive
      return
    }
    case 'scope': {
      model.scope = step.merchants
      const merchantIds = step.merchants?.map((i) => MERCHANTS[i] as string)
      const scope = merchantIds ? { merchantIds, categories: [] } : null
      return market.change(`/admin/partners/${scene.partnerId}`, { scope })
    }
    case 'void': {
      const chosen = model.redeemed[step.which % Math.max(1, model.redeemed.length)]
      if (!chosen) return
      await voidRedemption(deps, CLI, chosen.id, 'a step of the model')
      chosen.isVoided = true
      return
    }
    case 'redeem': {
      const { status, body, redeemed } = expectedResponse(model, step)
      const response = await redeem(model, step)
      expect(response, JSON.stringify(step)).toMatchObject({ status, body })
      if (redeemed) redeemed.id = response.body.id
    }
  }
}

async function expectRows(model: Model): Promise<void> {
  const ids = model.vouchers.map(({ id }) => id)
  const rows = await db<{ id: string; isVoided: boolean }[]>`
    select id, voided_at is not null as is_voided from redemptions where voucher_id = any (${ids}::uuid[]) order by id`
  const expected = model.redeemed.map(({ id, isVoided }) => ({ id, isVoided }))
  expect([...rows]).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  const findings = await auditLedger(db, clock.now)
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
}

test('random sequences of steps: every response and every row is as the model expects', {
  timeout: 90_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 60 }), async (steps) => {
      const model = await startModel()
      for (const step of steps) await takeStep(model, step)
      await expectRows(model)
    }),
    { numRuns: 25, interruptAfterTimeLimit: 20_000, endOnFailure: false },
  )
})
