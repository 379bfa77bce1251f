import { afterAll, expect, test } from 'vitest'
import { connect } from '../../src/platform/database/db.ts'
import { listeningAt, type Node, spawnNode, until, untilUp } from '../support/process.ts'
import { openDatabases } from './empty-database.ts'
import { ADMIN_KEY, type Body, callAdmin, openShop, PIN, publishVoucher } from './shop.ts'

const ROWS = 400
const nodes: Node[] = []
afterAll(async () => {
  for (const { child } of nodes) child.kill('SIGKILL')
  await Promise.all(nodes.map(({ exited }) => exited))
})
const { migratedDatabase } = await openDatabases()

async function startNode(env: Record<string, string>): Promise<Node> {
  const node = spawnNode(env)
  nodes.push(node)
  return untilUp(node)
}

test('kill -9 during a bulk job: after the next start each record was changed once', {
  timeout: 120_000,
}, async () => {
  const env = await migratedDatabase()
  const killed = await startNode(env)
  const at = listeningAt(killed)
  const shop = await openShop(at)
  const voucherId = await publishVoucher(at, shop, { title: 'Free kopi', redemptionCount: 1 })
  const redeem = (user: string) =>
    fetch(`${at}/me/redemptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.mint(user)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ voucherId, outletId: shop.outletId, pin: PIN }),
    })
  for (let first = 0; first < ROWS; first += 100) {
    const users = Array.from({ length: 100 }, (_, n) => `user-${first + n}`)
    const statuses = await Promise.all(users.map(async (user) => (await redeem(user)).status))
    expect(new Set(statuses)).toEqual(new Set([201]))
  }

  const started = await callAdmin(at, '/admin/bulk', {
    ...{ action: 'REVIEW', outcome: 'REJECTED', filter: { voucherId }, expectedTotal: ROWS },
  })
  const job = async (origin: string): Promise<Body> => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}` }
    return (await fetch(`${origin}/admin/bulk/${started.id}`, { headers })).json()
  }
  await until(async () => (await job(at)).done > 0)
  killed.child.kill('SIGKILL')
  await killed.exited
  const db = await connect(env.DATABASE_URL as string, { max: 1 })
  const [before] = await db`select count(*)::int as done from bulk_rows where outcome is not null`
  expect(before?.done).toBeLessThan(ROWS)

  const next = listeningAt(await startNode(env))
  await until(async () => (await job(next)).state !== 'RUNNING', 60_000)
  expect(await job(next)).toMatchObject({ state: 'DONE', done: ROWS, succeeded: ROWS })
  // A second review of a redemption would replace the first one, and add an entry.
  const [reviews] = await db`
    select count(*)::int as entries, count(distinct target)::int as redemptions
    from audit_log where action = 'redemption.review'`
  expect(reviews).toEqual({ entries: ROWS, redemptions: ROWS })
  await db.end()
})
