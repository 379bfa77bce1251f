import { expect, test } from 'vitest'
import { connect, transaction } from '../../src/db.ts'
import { createHarness } from '../harness.ts'

const { databaseUrl, db: other } = await createHarness()

test('a connection that dies inside a transaction: that one fails, and the pool is whole again', async () => {
  const db = await connect(databaseUrl, { max: 2, name: 'counterfoil to be killed' })
  const doomed = transaction(db, async (tx) => {
    await tx`select pg_sleep(20)`
  })
  const failure = expect(doomed).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  let killed = 0
  while (killed === 0) {
    const rows = await other`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'counterfoil to be killed' and query like '%pg_sleep%' and state = 'active'`
    killed = rows.length
  }
  await failure
  const answers = async () =>
    Promise.allSettled(
      Array.from({ length: 6 }, () => transaction(db, async (tx) => (await tx`select 1`).length)),
    )
  await answers()
  expect((await answers()).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'fulfilled'))
  await db.end()
})
