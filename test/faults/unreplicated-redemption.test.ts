import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { connect } from '../../src/platform/database/db.ts'
import { findRunning } from '../../src/platform/embedded/server.ts'
import { spawnNode, untilUp } from '../process.ts'
import { listeningAt } from './empty-database.ts'
import { ADMIN_KEY, openShop, PIN, publishVoucher } from './shop.ts'

const dataDir = await temporaryFolder('unreplicated')
const node = spawnNode({ DATA_DIR: dataDir, ADMIN_API_KEY: ADMIN_KEY, PORT: '0' })
afterAll(async () => {
  node.child.kill('SIGTERM')
  await node.exited
  await rm(dataDir, { recursive: true, force: true })
})

test('a redemption that no standby has: 503, also when it is repeated; 201 once a standby is not needed', {
  timeout: 120_000,
}, async () => {
  const origin = listeningAt(await untilUp(node))
  const shop = await openShop(origin)
  const voucherId = await publishVoucher(origin, shop, { title: 'Kopi', redemptionCount: 1 })
  const token = shop.mint('mei')
  const redeem = async () => {
    const answer = await fetch(`${origin}/me/redemptions`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ voucherId, outletId: shop.outletId, pin: PIN }),
    })
    return [answer.status, answer.headers.get('idempotency-replayed')]
  }
  await fetch(`${origin}/me`, { headers: { authorization: `Bearer ${token}` } })
  const running = await findRunning(join(dataDir, 'postgres'))
  const db = await connect(running?.url ?? '', { max: 1 })
  const count = async () => (await db`select count(*) from redemptions`)[0].count
  const standbys = async (names: string) => {
    await db.unsafe(`alter system set synchronous_standby_names = '${names}'`)
    await db`select pg_reload_conf()`
    await expect
      .poll(async () => (await db`show synchronous_standby_names`)[0].synchronousStandbyNames)
      .toBe(names)
  }
  onTestFinished(async () => {
    // Otherwise the shutdown waits for the standby, too.
    await standbys('')
    await db.end()
  })
  await standbys('missing')
  expect(await redeem()).toEqual([503, null])
  // Our cancel of the waiting commit makes the row visible, although no standby has it.
  await expect.poll(count).toBe(1)
  expect(await redeem()).toEqual([503, null])
  await standbys('')
  expect(await redeem()).toEqual([201, 'true'])
  expect(await count()).toBe(1)
})
