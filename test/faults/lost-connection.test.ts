import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { buildApp } from '../../src/api/app.ts'
import { connect, transaction } from '../../src/platform/database/db.ts'
import { openDeps } from '../../src/process/open-deps.ts'
import { createHarness } from '../support/harness.ts'

const { databaseUrl, db: other, deps } = await createHarness()

test('a connection is lost inside a transaction: the transaction fails, and the pool keeps working', async () => {
  const db = await connect(databaseUrl, { max: 2, name: 'counterfoil to be killed' })
  const doomed = transaction(db, async (tx) => {
    await tx`select pg_sleep(20)`
  })
  const failure = expect(doomed).rejects.toMatchObject({ code: '57P01' })
  let killed = 0
  while (killed === 0) {
    const rows = await other`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'counterfoil to be killed' and query like '%pg_sleep%' and state = 'active'`
    killed = rows.length
  }
  await failure
  const runSix = async () =>
    Promise.allSettled(
      Array.from({ length: 6 }, () => transaction(db, async (tx) => (await tx`select 1`).length)),
    )
  await runSix()
  expect((await runSix()).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'fulfilled'))
  await db.end()
})

/** A proxy between a node and the database. Once `resets` is set, each statement finds its connection reset. */
async function openResettingProxy() {
  const state = { resets: false }
  const { hostname, port } = new URL(databaseUrl)
  const proxy = createServer((client) => {
    const server = connectSocket(Number(port), hostname)
    client.on('data', (chunk) => {
      if (state.resets) client.resetAndDestroy()
      else server.write(chunk)
    })
    server.pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {})
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: ownPort } = proxy.address() as AddressInfo
  const url = Object.assign(new URL(databaseUrl), { port: String(ownPort) }).href
  return { url, state, close: () => proxy.close() }
}

test('503 unavailable: the database resets the connection', async () => {
  const proxy = await openResettingProxy()
  const db = await connect(proxy.url, { max: 1 })
  const { config, vault, log, now } = deps
  const node = openDeps({ cell: null, homeDb: db, db, engineDb: db, dispatchDb: db, config, vault, log, now })
  const { server } = await buildApp(node)
  const ask = () => server.inject({ url: '/admin/partners', headers: { authorization: 'Bearer unknown' } })
  expect((await ask()).statusCode).toBe(401)
  proxy.state.resets = true
  const response = await ask()
  expect([response.statusCode, response.json()]).toEqual([503, { error: 'unavailable' }])
  await server.close()
  await node.close()
  await db.end({ timeout: 1 })
  proxy.close()
})
