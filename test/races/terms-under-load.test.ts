import { expect, test } from 'vitest'
import { connect, type Reader } from '../../src/platform/database/db.ts'
import type { ApiResponse } from '../support/harness.ts'
import { until } from '../support/process.ts'
import { openScene, times } from './scene.ts'

const scene = await openScene({ attemptsPerMinute: 100_000 })
const { redeem, voucher, expectExact, merchantId, outletId } = scene
const id = await voucher({ redemptionCount: 1000 })

/** A logical clock: every reading is a new moment. */
let moment = 0
/** The moments between which the change was committed, and whether redemptions are refused from then on. */
type Change = { from: number; until: number; refuses: boolean }
type Term = {
  refusal: string
  write: (sql: Reader, refuses: boolean) => Promise<unknown>
  changes: Change[]
}

const term = (refusal: string, write: Term['write']): Term => ({
  ...{ refusal, write },
  changes: [{ from: -1, until: -1, refuses: false }],
})

/** The terms in the order in which they are checked. The first redemption has used up the cap. */
const TERMS = [
  term(
    'voucher_inactive',
    (sql, yes) => sql`update vouchers set status = ${yes ? 'UNPUBLISHED' : 'PUBLISHED'} where id = ${id}`,
  ),
  term(
    'voucher_inactive',
    (sql, yes) => sql`update merchants set is_active = ${!yes} where id = ${merchantId}`,
  ),
  term('outlet_inactive', (sql, yes) => sql`update outlets set is_active = ${!yes} where id = ${outletId}`),
  term(
    'global_cap_reached',
    (sql, yes) => sql`update vouchers set global_redemption_cap = ${yes ? 1 : null} where id = ${id}`,
  ),
]

type Exchange = { from: number; until: number; response: ApiResponse }
const exchanges: Exchange[] = []
const ROLLED_BACK = new Error('rolled back')

/**
 * Switches a term on and off, each time long enough for some redemptions. Before each change the opposite is written and
 * rolled back, so that a response which sees it is wrong; every third time it was even announced before the rollback.
 */
async function switchTerm({ write, changes }: Term): Promise<void> {
  const db = await connect(scene.databaseUrl, { max: 1 })
  for (const [i, refuses] of times(10, (i) => i % 2 === 0).entries()) {
    let from = moment
    await db.begin(async (tx) => {
      const opposite = tx.savepoint(async (inner) => {
        await write(inner, !refuses)
        if (i % 3 === 0) await inner`set constraints all immediate`
        throw ROLLED_BACK
      })
      await expect(opposite).rejects.toBe(ROLLED_BACK)
      await write(tx, refuses)
      from = moment++
    })
    changes.push({ from, until: moment++, refuses })
    const before = exchanges.length
    await until(() => exchanges.length > before + 40)
  }
  await db.end()
}

/** Whether the term can have had this value at some time during the request. */
function couldBe(refuses: boolean, { changes }: Term, { from, until }: Exchange): boolean {
  return changes.some(
    (one, i) =>
      one.refuses === refuses && one.from <= until && from <= (changes[i + 1]?.until ?? Number.MAX_VALUE),
  )
}

function couldBeRight(exchange: Exchange): boolean {
  const refusal = exchange.response.status === 201 ? null : exchange.response.body.error
  const first = TERMS.findIndex((one) => one.refusal === refusal)
  const passed = refusal === null ? TERMS : TERMS.slice(0, first)
  const refusing = TERMS.filter((one) => one.refusal === refusal)
  return (
    passed.every((one) => couldBe(false, one, exchange)) &&
    (refusal === null || refusing.some((one) => couldBe(true, one, exchange)))
  )
}

test('terms change while 20 clients redeem at two nodes: every response fits the terms of its time', async () => {
  expect((await redeem('first', id)).status).toBe(201)
  let isOver = false
  const clients = times(20, async (i) => {
    while (!isOver) {
      const from = moment++
      const response = await redeem(`client ${i}`, id)
      exchanges.push({ from, until: moment++, response })
    }
  })
  const kinds = () => new Set(exchanges.map(({ response }) => response.body.error ?? response.status))
  const switchAll = async () => {
    // On a slow machine, the first terms can refuse everything for one round.
    for (let round = 0; round < 5 && kinds().size <= 2; round += 1) await Promise.all(TERMS.map(switchTerm))
  }
  await switchAll().finally(() => {
    isOver = true
  })
  await Promise.all(clients)
  expect(exchanges.filter((one) => !couldBeRight(one))).toEqual([])
  expect(kinds().size).toBeGreaterThan(2)
  await expectExact()
})
