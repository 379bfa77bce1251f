import { expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { until } from '../support/process.ts'
import { openTill, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

/** Resumes the batches that have read their facts and wait to write. Null: no batch waits. */
let paused: (() => void)[] | null = null
const pause = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (paused) paused.push(resolve)
  else resolve()
  return promise
}

const harness = await createHarness({}, { pause })
const { db, startNode } = harness
const issuer = await onboardIssuer(harness)
const till = await openTill(harness)
const node = await startNode()
const nodes = [harness, { ...node, served: harness.served, clock: harness.clock }]
const attemptsOf = async (sub: string) =>
  (
    await db`
      select cardinality(times) as n from redemption_attempts join users on users.id = user_id
      where external_user_id = ${sub}`
  )[0]?.n

/** Sends the same request on both lanes of both nodes. All four read their facts before any of them writes. */
async function sendFourAtOnce(sub: string, voucherId: string, key: string) {
  const [here, there] = nodes.map((one) => visitorsOf(one, issuer)(sub))
  await here?.('GET', '/me')
  paused = []
  const responses = []
  for (const round of [1, 2]) {
    for (const by of [here, there])
      if (by) responses.push(till.redeem(by, voucherId, {}, { 'idempotency-key': key }))
    await until(() => paused?.length === 2 * round)
  }
  const waiting = paused
  paused = null
  for (const resume of waiting) resume()
  return Promise.all(responses)
}

test('201: one Idempotency-Key four times at once on two nodes, one redemption, one attempt', async () => {
  const { id } = await till.offer({ redemptionCount: 9, codeSource: 'AUTO' })
  const responses = await sendFourAtOnce('hasty', id, 'key-1')
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await attemptsOf('hasty')).toBe(1)
  const by = visitorsOf(harness, issuer)('hasty')
  for (let i = 0; i < 4; i += 1) expect((await till.redeem(by, id)).status).toBe(201)
  expect((await till.redeem(by, id)).status).toBe(429)
  expect(await auditLedger(db)).toEqual([])
})

test('refusals are not remembered: the same key and body count as an attempt each time', async () => {
  const { id } = await till.offer()
  const by = visitorsOf(harness, issuer)('guesser')
  for (let i = 1; i <= 3; i += 1) {
    await till.redeem(by, id, { pin: WRONG_PIN }, { 'idempotency-key': 'key-2' })
    expect(await attemptsOf('guesser')).toBe(i)
  }
})
