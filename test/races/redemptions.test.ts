import { expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { voidRedemption } from '../../src/domain/redemptions/void.ts'
import { openScene, tally, times } from './scene.ts'

const scene = await openScene({ attemptsPerMinute: 1000 })
const { db, meet, redeem, voucher, pool, expectExact } = scene

test('a cap of 100 and 500 users at once: 100 redeem, 400 get 422 global_cap_reached', async () => {
  const id = await voucher({ globalRedemptionCap: 100 })
  // Otherwise a busy machine creates the users for longer than a redemption may wait.
  await meet(...times(500, (i) => `cap ${i}`))
  const responses = await Promise.all(times(500, (i) => redeem(`cap ${i}`, id)))
  expect(tally(responses)).toEqual({ '201': 100, global_cap_reached: 400 })
  const refused = responses.find(({ status }) => status !== 201)
  expect(refused?.body.details).toEqual({ cap: 100, used: 100, cycleKey: 'ONE_TIME' })
  await expectExact()
})

test('a pool of 100 codes and 500 users at once: 100 different codes, 400 get 422 codes_exhausted', async () => {
  const id = await pool(100)
  const responses = await Promise.all(times(500, (i) => redeem(`cap ${i}`, id)))
  expect(tally(responses)).toEqual({ '201': 100, codes_exhausted: 400 })
  const codes = responses.filter(({ status }) => status === 201).map(({ body }) => body.code)
  expect(new Set(codes).size).toBe(100)
  await expectExact()
})

test('sequential redemptions get their codes in upload order', async () => {
  const id = await pool(4, { redemptionCount: 4 })
  const codes = []
  for (let i = 0; i < 4; i += 1) codes.push((await redeem('in order', id)).body.code)
  expect(codes).toEqual(['CODE-00000', 'CODE-00001', 'CODE-00002', 'CODE-00003'])
})

test('a quota of 3 and 50 requests of one user at once: 3 redeem, with 2, 1 and 0 remaining', async () => {
  const id = await voucher({ redemptionCount: 3, cycle: 'MONTHLY' })
  const responses = await Promise.all(times(50, () => redeem('one user', id)))
  expect(tally(responses)).toEqual({ '201': 3, limit_reached: 47 })
  const granted = responses.filter(({ status }) => status === 201)
  expect(granted.map(({ body }) => body.remaining).toSorted()).toEqual([0, 1, 2])
  await expectExact()
})

test('201: one idempotency key 20 times at once, one row, 20 equal responses', async () => {
  const id = await voucher({ redemptionCount: 20, codeSource: 'AUTO' })
  const responses = await Promise.all(times(20, () => redeem('same key', id, { key: 'again' })))
  expect(tally(responses)).toEqual({ '201': 20 })
  for (const { body } of responses) expect(body).toEqual(responses[0]?.body)
  expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  expect(await db`select from redemptions where voucher_id = ${id}`).toHaveLength(1)
  await expectExact()
})

test('one idempotency key with two bodies at once: one is redeemed, the other gets 422 idempotency_key_reused', async () => {
  const [one, other] = [await voucher({ redemptionCount: 9 }), await voucher({ redemptionCount: 9 })]
  const responses = await Promise.all(
    times(20, (i) => redeem('two bodies', i % 4 < 2 ? one : other, { key: 'the-key' })),
  )
  expect(tally(responses)).toEqual({ '201': 10, idempotency_key_reused: 10 })
  expect(await db`select from redemptions where voucher_id in (${one}, ${other})`).toHaveLength(1)
  await expectExact()
})

test('the same idempotency keys in opposite orders on two nodes: no deadlock', async () => {
  const ids = await Promise.all(times(2, () => voucher({ redemptionCount: 99 })))
  for (let round = 0; round < 5; round += 1) {
    // Each user sends the key for one voucher to one node and for the other voucher to the other node.
    const responses = await Promise.all(
      times(80, (i) => {
        const user = i % 2 === 0 ? Math.floor(i / 2) : 39 - Math.floor(i / 2)
        return redeem(`crossing ${user}`, ids[i % 2] as string, { node: i % 2, key: `round-${round}` })
      }),
    )
    expect(tally(responses)).toEqual({ '201': 40, idempotency_key_reused: 40 })
  }
  await expectExact()
})

test('many vouchers in opposite orders on two nodes: no deadlock, no refusal', async () => {
  const ids = await Promise.all(times(30, () => voucher({ redemptionCount: 50 })))
  const waves = times(4, (wave) =>
    Promise.all(
      times(2, (node) =>
        Promise.all(
          times(30, (i) =>
            redeem(`order ${(i + wave) % 5}`, ids[node === 0 ? i : 29 - i] as string, { node }),
          ),
        ),
      ),
    ),
  )
  expect(tally((await Promise.all(waves)).flat(2))).toEqual({ '201': 240 })
  expect(scene.logs.filter((line) => line.includes('deadlock'))).toEqual([])
  await expectExact()
})

test('all kinds of redemptions at once, with voids in between: the ledger is exact', {
  timeout: 60_000,
}, async () => {
  const capped = await voucher({ redemptionCount: 5, globalRedemptionCap: 40, cycle: 'MONTHLY' })
  const ids = [capped, await pool(60, { redemptionCount: 9 }), await voucher({ codeSource: 'AUTO' })]
  ids.push(await voucher({ redemptionCount: 2, cycle: 'BIWEEKLY' }))
  const responses = await Promise.all(
    times(400, async (i) => {
      const key = i % 3 === 0 ? { key: `mix-${i % 60}` } : {}
      const response = await redeem(`mix ${i % 37}`, ids[i % 4] as string, key)
      if (response.status === 201 && i % 5 === 0) {
        const [deps, again] = scene.nodes.map((node) => node.deps)
        await Promise.all([
          voidRedemption(deps as never, CLI, response.body.id, 'test'),
          voidRedemption(again as never, CLI, response.body.id, 'test'),
        ])
      }
      return response
    }),
  )
  expect(Object.keys(tally(responses)).toSorted()).not.toContain('internal_error')
  expect(Object.keys(tally(responses)).toSorted()).not.toContain('unavailable')
  const [row] = await db<{ used: number }[]>`select used from voucher_quotas where voucher_id = ${capped}`
  expect(row?.used).toBeLessThanOrEqual(40)
  await expectExact()
})
