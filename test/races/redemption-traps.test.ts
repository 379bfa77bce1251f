import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openEngine } from '../../src/domain/redemptions/engine/engine.ts'
import { connect } from '../../src/platform/database/db.ts'
import { isUnreachable } from '../../src/platform/database/failures.ts'
import { until } from '../support/process.ts'
import { BatchHolder } from './held-batches.ts'
import { openScene, PIN, tally, times } from './scene.ts'

const batches = new BatchHolder()
let draws = 0
const drawFreshCode = () => `DRAWN-${draws++}`
/** A test may replace this function, and must restore it. */
let generateCode: () => string = drawFreshCode
const scene = await openScene({
  attemptsPerMinute: 1000,
  pause: batches.pause,
  generateCode: () => generateCode(),
})
const { db, redeem, voucher, pool, expectExact, market, clock } = scene
const other = await connect(scene.databaseUrl, { max: 2 })
afterAll(() => other.end({ timeout: 1 }))

const stats = () => scene.nodes.map(({ deps }) => deps.redemptionEngine.stats)
const retries = () => stats().reduce((sum, { guardRetries }) => sum + guardRetries, 0)
const rowsOf = async (id: string) => (await db`select from redemptions where voucher_id = ${id}`).length

test.for(['commit', 'rollback'] as const)(
  '201: codes that another connection has locked are waited for, not reported as exhausted (%s)',
  async (end) => {
    const id = await pool(10, { redemptionCount: 10 })
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = other
      .begin(async (tx) => {
        await tx`select from voucher_codes where voucher_id = ${id} for update`
        locked.resolve()
        await release.promise
        if (end === 'rollback') throw new Error('rolled back')
      })
      .catch(() => {})
    await locked.promise
    const already = retries()
    const redeeming = Promise.all(times(10, (i) => redeem(`held ${i}`, id)))
    // A waiting batch does not retry in a loop.
    await until(async () => {
      const before = retries()
      await new Promise((resolve) => setTimeout(resolve, 300))
      return before > already && retries() === before
    })
    release.resolve()
    await holding
    const responses = await redeeming
    expect(tally(responses)).toEqual({ '201': 10 })
    expect(new Set(responses.map(({ body }) => body.code)).size).toBe(10)
    expect(tally([await redeem('held 11', id)])).toEqual({ codes_exhausted: 1 })
    await expectExact()
  },
)

test('stale facts: the other node uses up the cap, the batch is decided again and refused', async () => {
  const id = await voucher({ globalRedemptionCap: 1 })
  const before = retries()
  const hold = batches.holdNext()
  const slow = redeem('slow', id, { node: 0 })
  await hold.held
  expect(tally([await redeem('fast', id, { node: 1 })])).toEqual({ '201': 1 })
  hold.release()
  expect((await slow).body).toEqual({
    error: 'global_cap_reached',
    details: { cap: 1, used: 1, cycleKey: 'ONE_TIME' },
  })
  expect(retries()).toBe(before + 1)
  await expectExact()
})

test('stale facts: the other node redeems first, `remaining` is right in both responses', async () => {
  const id = await voucher({ redemptionCount: 2 })
  const hold = batches.holdNext()
  const slow = redeem('quota', id, { node: 0 })
  await hold.held
  expect((await redeem('quota', id, { node: 1 })).body.remaining).toBe(1)
  hold.release()
  expect((await slow).body.remaining).toBe(0)
  await expectExact()
})

test('stale facts: an admin changes the value, and the redemption has the value of its write', async () => {
  const id = await voucher({ redemptionValue: { amount: '5.00', currency: 'MYR' } })
  const hold = batches.holdNext()
  const slow = redeem('valued', id, { node: 0 })
  await hold.held
  await market.change(`/admin/vouchers/${id}`, { redemptionValue: { amount: '5.00', currency: 'SGD' } })
  hold.release()
  const { body } = await scene.admin('GET', `/admin/redemptions/${(await slow).body.id}`)
  expect(body.redemptionValue).toEqual({ amount: '5.00', currency: 'SGD' })
  await expectExact()
})

test('stale facts: the other node takes the last code, 422 codes_exhausted', async () => {
  const id = await pool(1)
  const hold = batches.holdNext()
  const slow = redeem('last code, slow', id, { node: 0 })
  await hold.held
  expect(tally([await redeem('last code, fast', id, { node: 1 })])).toEqual({ '201': 1 })
  hold.release()
  expect(tally([await slow])).toEqual({ codes_exhausted: 1 })
  await expectExact()
})

test.for([
  ['a lowered cap', { globalRedemptionCap: 1 }, 'global_cap_reached'],
  ['a lowered quota', { redemptionCount: 1 }, 'limit_reached'],
] as const)('stale facts: %s', async ([_, changes, refusal]) => {
  const id = await voucher({ redemptionCount: 5, globalRedemptionCap: 5 })
  const hold = batches.holdNext()
  const slow = redeem('lowered', id, { node: 0 })
  await hold.held
  await market.change(`/admin/vouchers/${id}`, changes)
  expect(tally([await redeem('lowered', id, { node: 1 })])).toEqual({ '201': 1 })
  hold.release()
  expect(tally([await slow])).toEqual({ [refusal]: 1 })
  await expectExact()
})

test('stale facts: the voucher was unpublished, 422 voucher_inactive, no row written', async () => {
  const id = await voucher()
  const hold = batches.holdNext()
  const slow = redeem('unpublished', id, { node: 0 })
  await hold.held
  await market.unpublish(id)
  hold.release()
  expect(tally([await slow])).toEqual({ voucher_inactive: 1 })
  expect(await rowsOf(id)).toBe(0)
})

test('stale facts: an unrelated change of the catalog causes no second decision', async () => {
  const id = await voucher()
  const hold = batches.holdNext()
  const slow = redeem('elsewhere', id, { node: 0 })
  await hold.held
  const before = retries()
  await market.change(`/admin/merchants/${scene.merchantId}`, { name: 'A new name' })
  hold.release()
  expect(tally([await slow])).toEqual({ '201': 1 })
  expect(retries()).toBe(before)
})

test('stale facts: the other node used the same idempotency key, its response is replayed', async () => {
  const id = await voucher({ redemptionCount: 5 })
  const hold = batches.holdNext()
  const slow = redeem('key', id, { node: 0, key: 'twice' })
  await hold.held
  const fast = await redeem('key', id, { node: 1, key: 'twice' })
  hold.release()
  const { status, headers, body } = await slow
  expect([status, headers['idempotency-replayed'], body]).toEqual([201, 'true', fast.body])
  await expectExact()
})

test('one failing request in a batch: it gets 500, the others succeed, no attempt is counted twice', async () => {
  const [id, plain] = [await voucher({ codeSource: 'AUTO' }), await voucher({ redemptionCount: 9 })]
  generateCode = () => {
    throw new Error('no code')
  }
  const largest = stats()[0]?.largestBatch ?? 0
  const responses = await batches.inOneBatch(scene, () => [
    ...times(12, (i) => redeem(`neighbor ${i}`, plain, { node: 0 })),
    redeem('failing', id, { node: 0 }),
  ])
  generateCode = drawFreshCode
  expect(tally(responses)).toEqual({ '201': 12, internal_error: 1 })
  expect(stats()[0]?.largestBatch).toBeGreaterThanOrEqual(Math.max(largest, 13))
  const [row] = await db<{ n: number }[]>`
    select max(cardinality(times)) as n from redemption_attempts join users on users.id = user_id
    where external_user_id like 'neighbor %'`
  expect(row?.n).toBe(1)
  await expectExact()
})

test('the attempt of a user who is created while the batch is decided again counts', async () => {
  const id = await voucher({ globalRedemptionCap: 50 })
  await scene.meet('met before')
  const responses = await batches.inOneBatch(scene, () => {
    const hold = batches.holdNext()
    hold.held
      .then(() => scene.meet('met meanwhile'))
      .then(() => market.change(`/admin/vouchers/${id}`, { globalRedemptionCap: 40 }))
      .finally(hold.release)
    return ['met before', 'met meanwhile'].map((user) => redeem(user, id, { node: 0 }))
  })
  expect(tally(responses)).toEqual({ '201': 2 })
  const attempts = await db`
    select from redemption_attempts join users on users.id = user_id where external_user_id like 'met %'`
  expect(attempts).toHaveLength(2)
})

test('a write that fails in its last step: the batch is rolled back and each request is written alone', async () => {
  const [failing, plain] = [await pool(5), await voucher({ redemptionCount: 9, globalRedemptionCap: 50 })]
  // The event cannot be written. Writing it is the last step.
  await db`alter table events add constraint no_such_event check (body not like '%made to fail%')`
  await market.change(`/admin/vouchers/${failing}`, { title: 'made to fail' })
  const responses = await batches.inOneBatch(scene, () => [
    redeem('by hand', failing, { node: 0 }),
    ...times(12, (i) => redeem(`neighbor ${i}`, plain, { node: 0 })),
  ])
  await db`alter table events drop constraint no_such_event`
  expect(tally(responses)).toEqual({ '201': 12, internal_error: 1 })
  expect(await rowsOf(failing)).toBe(0)
  expect((await redeem('by hand', failing)).body.code).toBe('CODE-00000')
  await expectExact()
})

test('500 code_generation_failed: a generated code collides five times, other requests succeed', async () => {
  const id = await voucher({ codeSource: 'AUTO', redemptionCount: 9 })
  const fresh = await voucher({ codeSource: 'AUTO' })
  await scene.meet(...times(4, (i) => `fresh ${i}`))
  generateCode = () => 'SAME'
  expect((await redeem('collider', id)).body.code).toBe('SAME')
  expect(await redeem('collider', id)).toMatchObject({
    status: 500,
    body: { error: 'code_generation_failed' },
  })
  // The first code of each of the five rounds of the batch collides, then every code of the request that is retried alone.
  let drawn = 0
  const isSame = () => (drawn < 25 ? drawn % 5 === 0 : drawn < 30)
  generateCode = () => {
    const code = isSame() ? 'SAME' : `FRESH-${drawn}`
    drawn += 1
    return code
  }
  const responses = await batches.inOneBatch(scene, () => [
    redeem('collider', id, { node: 0 }),
    ...times(4, (i) => redeem(`fresh ${i}`, fresh, { node: 0 })),
  ])
  expect(tally(responses)).toEqual({ '201': 4, code_generation_failed: 1 })
  generateCode = drawFreshCode
  expect(tally([await redeem('collider', id)])).toEqual({ '201': 1 })
  await expectExact()
})

test('attempts count even if the redemption fails with 500', async () => {
  const id = await voucher()
  await db`alter table redemptions add constraint nobody check (false) not valid`
  const responses = await Promise.all(times(3, () => redeem('attempts', id)))
  await db`alter table redemptions drop constraint nobody`
  expect(tally(responses)).toEqual({ internal_error: 3 })
  const [row] = await db<{ times: string[] }[]>`
    select times from redemption_attempts join users on users.id = user_id where external_user_id = 'attempts'`
  expect(row?.times).toHaveLength(3)
  await expectExact()
})

test('503 unavailable: the connection is lost during the write, no row written, a retry succeeds', async () => {
  const id = await voucher({ redemptionCount: 5 })
  const hold = batches.holdNext()
  const redeeming = redeem('cut off', id, { node: 1, key: 'cut-off' })
  await hold.held
  const release = Promise.withResolvers<void>()
  const locking = other.begin(async (tx) => {
    await tx`lock table voucher_quotas`
    hold.release()
    await until(async () => {
      const [row] = await db<{ n: number }[]>`
        select count(pg_terminate_backend(pid)) as n
        from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and relation = 'voucher_quotas'::regclass and not granted`
      return (row?.n ?? 0) > 0
    })
    release.resolve()
  })
  await Promise.all([release.promise, locking])
  const { status, headers, body } = await redeeming
  expect([status, body.error]).toEqual([503, 'unavailable'])
  expect(headers['retry-after']).toBeDefined()
  expect(await rowsOf(id)).toBe(0)
  expect(tally([await redeem('cut off', id, { node: 1, key: 'cut-off' })])).toEqual({ '201': 1 })
  await expectExact()
})

/** A proxy to the database that can cut the connection instead of passing on that a statement has completed. */
async function openCuttingProxy() {
  const state = { cutsCompletions: false }
  const isCompletion = (chunk: Buffer | string) => chunk.includes('SELECT 1\0')
  const { hostname, port } = new URL(scene.databaseUrl)
  const proxy = createServer((client) => {
    const server = connectSocket(Number(port), hostname)
    client.pipe(server)
    server.on('data', (chunk) => {
      if (state.cutsCompletions && isCompletion(chunk)) client.destroy()
      else client.write(chunk)
    })
    for (const socket of [client, server]) socket.on('error', () => {})
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: ownPort } = proxy.address() as AddressInfo
  const url = Object.assign(new URL(scene.databaseUrl), { port: String(ownPort) }).href
  return { url, state, close: () => proxy.close() }
}

test('the response to a committed write is lost: the request fails, and nothing is written twice', async () => {
  const id = await voucher({ redemptionCount: 9 })
  const users = await db<{ externalUserId: string }[]>`
    select external_user_id from users where external_user_id like 'neighbor %' order by id limit 3`
  const proxy = await openCuttingProxy()
  const cutDb = await connect(proxy.url, { max: 2 })
  const pause = async () => {
    proxy.state.cutsCompletions = true
  }
  const { redeem: ask, stats } = openEngine({ ...scene.deps, engineDb: cutDb }, { lanes: 1, pause })
  const partner = { id: scene.partnerId, scope: null, sandboxId: null, clockOffsetMs: 0 }
  const byPin = { method: 'PIN' as const, pin: PIN, deviceId: null }
  const common = { consumer: null, gpsAccuracyMeters: null, idempotency: null, ...byPin }
  const redeeming = users.map(({ externalUserId }) =>
    ask({ partner, externalUserId, voucherId: id, outletId: scene.outletId, ...common }).then(
      () => 'answered',
      (error) => isUnreachable(error),
    ),
  )
  expect(await Promise.all(redeeming)).toEqual([true, true, true])
  expect(stats).toMatchObject({ batches: 1, requests: 3 })
  proxy.state.cutsCompletions = false
  await until(async () => (await rowsOf(id)) > 0)
  expect(await rowsOf(id)).toBe(3)
  await cutDb.end({ timeout: 1 })
  proxy.close()
  await expectExact()
})

test('a client that disconnects after its request was queued: the redemption is still written', async () => {
  const id = await voucher()
  const { server } = scene
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const hold = batches.holdNext()
  const body = JSON.stringify({ voucherId: id, outletId: scene.outletId, pin: PIN })
  const socket = connectSocket(port, '127.0.0.1')
  socket.write(
    `POST /me/redemptions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${scene.token('gone')}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await hold.held
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  hold.release()
  await until(async () => (await rowsOf(id)) === 1)
  await expectExact()
})

test('an idle node: one request is one batch, without retries', async () => {
  const id = await voucher()
  await redeem('idle', id, { node: 0 })
  await scene.meet('idle again')
  clock.advance(1)
  const [before] = structuredClone(stats())
  expect(tally([await redeem('idle again', id, { node: 0 })])).toEqual({ '201': 1 })
  const [after] = stats()
  expect((after?.batches ?? 0) - (before?.batches ?? 0)).toBe(1)
  expect((after?.requests ?? 0) - (before?.requests ?? 0)).toBe(1)
  expect(after).toMatchObject({ queued: 0, guardRetries: before?.guardRetries })
})

test('a request that arrives while a batch is answered joins the requests that wait for the next batch', async () => {
  const hold = batches.holdNext()
  const { redeem: ask, stats } = openEngine(scene.deps, { lanes: 1, pause: batches.pause })
  const partner = { id: scene.partnerId, scope: null, sandboxId: null, clockOffsetMs: 0 }
  const common = { consumer: null, gpsAccuracyMeters: null, idempotency: null, pin: PIN, deviceId: null }
  const voucherId = await voucher()
  await scene.meet('answered')
  const request = { ...common, partner, voucherId, outletId: scene.outletId, method: 'PIN' as const }
  const answered = ask({ ...request, externalUserId: 'answered' })
  await hold.held
  const waiting = ask({ ...request, externalUserId: 'nobody 1' })
  const arriving = answered
    .then(() => setImmediate())
    .then(() => ask({ ...request, externalUserId: 'nobody 2' }))
  hold.release()
  expect(await Promise.all([waiting, arriving])).toMatchObject([
    { code: 'user_not_found' },
    { code: 'user_not_found' },
  ])
  expect(stats).toMatchObject({ batches: 2, requests: 3 })
})
