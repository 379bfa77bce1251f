import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { type EngineOptions, openEngine } from '../../src/domain/redemptions/engine.ts'
import { connect } from '../../src/platform/database/db.ts'
import { isUnreachable } from '../../src/platform/database/failures.ts'
import type { Answer } from '../harness.ts'
import { until } from '../process.ts'
import { openScene, PIN, tally, times } from './scene.ts'

/** What each test may bend; put back after it. */
const bent: Partial<Pick<EngineOptions, 'pause' | 'generateCode'>> = {}
let draws = 0
const scene = await openScene({
  attemptsPerMinute: 1000,
  pause: () => bent.pause?.() ?? Promise.resolve(),
  generateCode: () => bent.generateCode?.() ?? `DRAWN-${draws++}`,
})
const { db, redeem, voucher, pool, expectExact, market, clock } = scene
const other = await connect(scene.databaseUrl, { max: 2 })
afterAll(() => other.end({ timeout: 1 }))

const figures = () => scene.nodes.map(({ deps }) => deps.redemptionEngine.figures)
const retries = () => figures().reduce((sum, { guardRetries }) => sum + guardRetries, 0)
const rowsOf = async (id: string) => (await db`select from redemptions where voucher_id = ${id}`).length

const TOLD = { status: 'SUCCESS', flagReason: null, voucherTitle: 'Kopi', outletName: 'Suria' }

/** Holds the next batch between its facts and its write. */
function holdNext() {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  bent.pause = async () => {
    bent.pause = undefined as never
    held.resolve()
    await release.promise
  }
  return { held: held.promise, release: () => release.resolve() }
}

test.for(['commit', 'rollback'] as const)(
  'codes that another connection holds are waited for, and are not exhausted: %s',
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
    const asked = Promise.all(times(10, (i) => redeem(`held ${i}`, id)))
    // Whoever waits does not ask again and again.
    await until(async () => {
      const sofar = retries()
      await new Promise((resolve) => setTimeout(resolve, 300))
      return sofar > already && retries() === sofar
    })
    release.resolve()
    await holding
    const answers = await asked
    expect(tally(answers)).toEqual({ '201': 10 })
    expect(new Set(answers.map(({ body }) => body.code)).size).toBe(10)
    expect(tally([await redeem('held 11', id)])).toEqual({ codes_exhausted: 1 })
    await expectExact()
  },
)

test('facts older than the write: the last of a cap goes to the other node, the first is decided again', async () => {
  const id = await voucher({ globalRedemptionCap: 1 })
  const before = retries()
  const hold = holdNext()
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

test('facts older than the write: a quota, and what remains of it', async () => {
  const id = await voucher({ redemptionCount: 2 })
  const hold = holdNext()
  const slow = redeem('quota', id, { node: 0 })
  await hold.held
  expect((await redeem('quota', id, { node: 1 })).body.remaining).toBe(1)
  hold.release()
  expect((await slow).body.remaining).toBe(0)
  await expectExact()
})

test('facts older than the write: the last code', async () => {
  const id = await pool(1)
  const hold = holdNext()
  const slow = redeem('last code, slow', id, { node: 0 })
  await hold.held
  expect(tally([await redeem('last code, fast', id, { node: 1 })])).toEqual({ '201': 1 })
  hold.release()
  expect(tally([await slow])).toEqual({ codes_exhausted: 1 })
  await expectExact()
})

test.for([
  ['a cap that was lowered', { globalRedemptionCap: 1 }, 'global_cap_reached'],
  ['a quota that was lowered', { redemptionCount: 1 }, 'limit_reached'],
] as const)('facts older than the write: %s', async ([_, changes, refusal]) => {
  const id = await voucher({ redemptionCount: 5, globalRedemptionCap: 5 })
  const hold = holdNext()
  const slow = redeem('lowered', id, { node: 0 })
  await hold.held
  await market.change(`/admin/vouchers/${id}`, changes)
  expect(tally([await redeem('lowered', id, { node: 1 })])).toEqual({ '201': 1 })
  hold.release()
  expect(tally([await slow])).toEqual({ [refusal]: 1 })
  await expectExact()
})

test('facts older than the write: unpublished meanwhile', async () => {
  const id = await voucher()
  const hold = holdNext()
  const slow = redeem('unpublished', id, { node: 0 })
  await hold.held
  await market.unpublish(id)
  hold.release()
  expect(tally([await slow])).toEqual({ voucher_inactive: 1 })
  expect(await rowsOf(id)).toBe(0)
})

test('facts older than the write: what has changed elsewhere makes nobody decide again', async () => {
  const id = await voucher()
  const hold = holdNext()
  const slow = redeem('elsewhere', id, { node: 0 })
  await hold.held
  const before = retries()
  await market.change(`/admin/merchants/${scene.merchantId}`, { name: 'A new name' })
  hold.release()
  expect(tally([await slow])).toEqual({ '201': 1 })
  expect(retries()).toBe(before)
})

test('a node of the release before writes as it did, until it is replaced', async () => {
  const id = await voucher({ redemptionCount: 2, globalRedemptionCap: 1 })
  const user = (await scene.as(scene.token('old node'))('GET', '/me')).body.id
  const at = clock.now.toISOString()
  const write = (redemptionId: string) => db`
    select write_redemptions(
      array[${redemptionId}::uuid], array[${scene.partnerId}::uuid], array[${user}::uuid], array[${id}::uuid],
      array[${scene.outletId}::uuid], array[${scene.merchantId}::uuid], array['Kopi'], array['Suria'], array['ONE_TIME'],
      array[null::timestamptz], array[1], array['SUCCESS'], array[null::text], array[null::float8],
      array[null::float8], array[null::float8], array[null::float8], array[null::text], array[false],
      array[null::text], array[null::text], array[2], array[1], array[uuid_v7()],
      array[${JSON.stringify({ data: { ...{ redemptionId, voucherId: id, outletId: scene.outletId }, ...TOLD } })}],
      ${at}::timestamptz, false)`
  const redemptionId = (await db<[{ id: string }]>`select uuid_v7() as id`)[0].id
  await write(redemptionId)
  expect(await rowsOf(id)).toBe(1)
  await expectExact()
  await expect(write(redemptionId)).rejects.toMatchObject({ code: 'CF001' })
  await market.change(`/admin/vouchers/${id}`, { globalRedemptionCap: 9 })
  await expect(write(redemptionId)).rejects.toMatchObject({ code: 'CF001' })
})

test('facts older than the write: the same idempotency key at the other node', async () => {
  const id = await voucher({ redemptionCount: 5 })
  const hold = holdNext()
  const slow = redeem('key', id, { node: 0, key: 'twice' })
  await hold.held
  const fast = await redeem('key', id, { node: 1, key: 'twice' })
  hold.release()
  const { status, headers, body } = await slow
  expect([status, headers['idempotency-replayed'], body]).toEqual([201, 'true', fast.body])
  await expectExact()
})

/** Fills both lanes of node 0 with a held request each, so that what comes next is one batch. */
async function inOneBatch(asking: () => Promise<Answer>[]): Promise<Answer[]> {
  const id = await voucher({ redemptionCount: 9 })
  const holds = []
  const fillers = []
  for (const i of [1, 2]) {
    const hold = holdNext()
    fillers.push(redeem(`filler ${i}`, id, { node: 0 }))
    await hold.held
    holds.push(hold)
  }
  const asked = asking()
  await until(() => figures()[0]?.queued === asked.length)
  for (const hold of holds) hold.release()
  expect(tally(await Promise.all(fillers))).toEqual({ '201': 2 })
  return Promise.all(asked)
}

test('one poisoned request in a batch: it gets 500, its neighbours are served, nothing is counted twice', async () => {
  const [id, plain] = [await voucher({ codeSource: 'AUTO' }), await voucher({ redemptionCount: 9 })]
  bent.generateCode = () => {
    throw new Error('poison')
  }
  const largest = figures()[0]?.largestBatch ?? 0
  const answers = await inOneBatch(() => [
    ...times(12, (i) => redeem(`neighbour ${i}`, plain, { node: 0 })),
    redeem('poisoned', id, { node: 0 }),
  ])
  delete bent.generateCode
  expect(tally(answers)).toEqual({ '201': 12, internal_error: 1 })
  expect(figures()[0]?.largestBatch).toBeGreaterThanOrEqual(Math.max(largest, 13))
  const [row] = await db<{ n: number }[]>`
    select max(cardinality(times)) as n from redemption_attempts join users on users.id = user_id
    where external_user_id like 'neighbour %'`
  expect(row?.n).toBe(1)
  await expectExact()
})

test('who becomes known while the batch is decided once more: the attempt counts', async () => {
  const id = await voucher({ globalRedemptionCap: 50 })
  await scene.meet('met before')
  const answers = await inOneBatch(() => {
    const hold = holdNext()
    hold.held
      .then(() => scene.meet('met meanwhile'))
      .then(() => market.change(`/admin/vouchers/${id}`, { globalRedemptionCap: 40 }))
      .finally(hold.release)
    return ['met before', 'met meanwhile'].map((user) => redeem(user, id, { node: 0 }))
  })
  expect(tally(answers)).toEqual({ '201': 2 })
  const attempts = await db`
    select from redemption_attempts join users on users.id = user_id where external_user_id like 'met %'`
  expect(attempts).toHaveLength(2)
})

test('a counter that moved and a later step that failed: the whole batch is undone, then each goes by itself', async () => {
  const [poisoned, plain] = [await pool(5), await voucher({ redemptionCount: 9, globalRedemptionCap: 50 })]
  // Its event cannot be written, which is the last step of all.
  await db`alter table events add constraint poison check (body not like '%poisoned by hand%')`
  await market.change(`/admin/vouchers/${poisoned}`, { title: 'poisoned by hand' })
  const answers = await inOneBatch(() => [
    redeem('by hand', poisoned, { node: 0 }),
    ...times(12, (i) => redeem(`neighbour ${i}`, plain, { node: 0 })),
  ])
  await db`alter table events drop constraint poison`
  expect(tally(answers)).toEqual({ '201': 12, internal_error: 1 })
  expect(await rowsOf(poisoned)).toBe(0)
  expect((await redeem('by hand', poisoned)).body.code).toBe('CODE-00000')
  await expectExact()
})

test('a generated code that collides: five times is too often, and fails nobody else', async () => {
  const id = await voucher({ codeSource: 'AUTO', redemptionCount: 9 })
  const fresh = await voucher({ codeSource: 'AUTO' })
  await scene.meet(...times(4, (i) => `fresh ${i}`))
  bent.generateCode = () => 'SAME'
  expect((await redeem('collider', id)).body.code).toBe('SAME')
  expect(await redeem('collider', id)).toMatchObject({
    status: 500,
    body: { error: 'code_generation_failed' },
  })
  // The first of each turn of the batch, and then all of the turns that it has by itself.
  let turn = 0
  const isSame = () => (turn < 25 ? turn % 5 === 0 : turn < 30)
  bent.generateCode = () => {
    const code = isSame() ? 'SAME' : `FRESH-${turn}`
    turn += 1
    return code
  }
  const answers = await inOneBatch(() => [
    redeem('collider', id, { node: 0 }),
    ...times(4, (i) => redeem(`fresh ${i}`, fresh, { node: 0 })),
  ])
  expect(tally(answers)).toEqual({ '201': 4, code_generation_failed: 1 })
  delete bent.generateCode
  expect(tally([await redeem('collider', id)])).toEqual({ '201': 1 })
  await expectExact()
})

test('attempts outlive what became of them', async () => {
  const id = await voucher()
  await db`alter table redemptions add constraint nobody check (false) not valid`
  const answers = await Promise.all(times(3, () => redeem('attempts', id)))
  await db`alter table redemptions drop constraint nobody`
  expect(tally(answers)).toEqual({ internal_error: 3 })
  const [row] = await db<{ times: string[] }[]>`
    select times from redemption_attempts join users on users.id = user_id where external_user_id = 'attempts'`
  expect(row?.times).toHaveLength(3)
  await expectExact()
})

test('a connection lost in the middle of a write: 503, and nobody is told a redemption that is not', async () => {
  const id = await voucher({ redemptionCount: 5 })
  const hold = holdNext()
  const asked = redeem('cut off', id, { node: 1, key: 'cut-off' })
  await hold.held
  const release = Promise.withResolvers<void>()
  const locking = other.begin(async (tx) => {
    await tx`lock table voucher_quotas`
    hold.release()
    await until(async () => {
      const [row] = await db<{ n: number }[]>`
        select count(pg_terminate_backend(pid)) as n from pg_stat_activity
        where query like '%write_redemptions(%' and pid <> pg_backend_pid() and wait_event_type = 'Lock'`
      return (row?.n ?? 0) > 0
    })
    release.resolve()
  })
  await Promise.all([release.promise, locking])
  const { status, headers, body } = await asked
  expect([status, body.error]).toEqual([503, 'unavailable'])
  expect(headers['retry-after']).toBeDefined()
  expect(await rowsOf(id)).toBe(0)
  expect(tally([await redeem('cut off', id, { node: 1, key: 'cut-off' })])).toEqual({ '201': 1 })
  await expectExact()
})

/** Between an engine and the database: hangs up instead of passing on that a statement is done. */
async function openDeafProxy() {
  const state = { isDeaf: false }
  const isDone = (chunk: Buffer | string) => chunk.includes('SELECT 1\0')
  const { hostname, port } = new URL(scene.databaseUrl)
  const proxy = createServer((client) => {
    const server = connectSocket(Number(port), hostname)
    client.pipe(server)
    server.on('data', (chunk) => {
      if (state.isDeaf && isDone(chunk)) client.destroy()
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

test('the answer to a committed write is lost: nobody is told, and nothing is written a second time', async () => {
  const id = await voucher({ redemptionCount: 9 })
  const users = await db<{ externalUserId: string }[]>`
    select external_user_id from users where external_user_id like 'neighbour %' order by id limit 3`
  const proxy = await openDeafProxy()
  const db2 = await connect(proxy.url, { max: 2 })
  const pause = async () => {
    proxy.state.isDeaf = true
  }
  const { redeem: ask, figures } = openEngine({ ...scene.deps, db: db2 }, { lanes: 1, pause })
  const partner = { id: scene.partnerId, scope: null }
  const common = { consumer: null, gpsAccuracyMeters: null, idempotency: null, pin: PIN }
  const asked = users.map(({ externalUserId }) =>
    ask({ partner, externalUserId, voucherId: id, outletId: scene.outletId, ...common }).then(
      () => 'told',
      (error) => isUnreachable(error),
    ),
  )
  expect(await Promise.all(asked)).toEqual([true, true, true])
  expect(figures).toMatchObject({ batches: 1, requests: 3 })
  proxy.state.isDeaf = false
  await until(async () => (await rowsOf(id)) > 0)
  expect(await rowsOf(id)).toBe(3)
  await db2.end({ timeout: 1 })
  proxy.close()
  await expectExact()
})

test('a client that leaves once its request was taken: it is decided all the same', async () => {
  const id = await voucher()
  const { server } = scene
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const hold = holdNext()
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

test('idle: a batch of one, and two round trips', async () => {
  const id = await voucher()
  await redeem('idle', id, { node: 0 })
  await scene.meet('idle again')
  clock.advance(1)
  const [before] = structuredClone(figures())
  expect(tally([await redeem('idle again', id, { node: 0 })])).toEqual({ '201': 1 })
  const [after] = figures()
  expect((after?.batches ?? 0) - (before?.batches ?? 0)).toBe(1)
  expect((after?.requests ?? 0) - (before?.requests ?? 0)).toBe(1)
  expect(after).toMatchObject({ queued: 0, guardRetries: before?.guardRetries })
})
