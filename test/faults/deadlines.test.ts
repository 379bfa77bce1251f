import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../src/api/app.ts'
import { connect } from '../../src/platform/database/db.ts'
import { openDeps } from '../../src/process/open-deps.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { openSilentProxy } from '../support/silent-proxy.ts'
import { onboardIssuer } from '../support/tokens.ts'

/** A node whose engine can be paused, and whose database is behind a proxy that can drop all bytes. */
const harness = await createHarness()
const issuer = await onboardIssuer(harness)
const market = openMarket(harness.admin)
const { id: merchantId } = await market.merchant()
const { id: outletId } = await market.outlet(merchantId, { pin: '4711' })
const { id: voucherId } = await market.offer(merchantId, { claimFlow: 'INSTANT', redemptionCount: 1000 })
const proxy = await openSilentProxy(harness.databaseUrl)
const { config, vault, log, now } = harness.deps
const gate = { pause: async () => {} }
const db = await connect(proxy.url, { max: 2 })
const deps = openDeps({
  ...{ cell: null, homeDb: db, db, engineDb: db, dispatchDb: db, config, vault, log, now },
  engineOptions: { lanes: 1, attemptsPerMinute: 1000, pause: () => gate.pause() },
})
const { server } = await buildApp(deps)
await server.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.server.address() as AddressInfo
afterAll(async () => {
  await server.close()
  await deps.close()
  await db.end({ timeout: 0 })
  proxy.close()
})

const redemption = { voucherId, outletId, pin: '4711' }
const headersOf = (user: string) => ({
  authorization: `Bearer ${issuer.mint({ sub: user })}`,
  'content-type': 'application/json',
})
const call = async (path: string, user: string, body?: object) => {
  const startedMs = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: headersOf(user),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, seconds: (performance.now() - startedMs) / 1000 }
}
const readiness = async (query = '') => (await fetch(`http://127.0.0.1:${port}/readyz${query}`)).status
const redeemed = async (user: string) =>
  (
    await harness.db`
      select from redemptions join users on users.id = user_id where external_user_id = ${user}`
  ).length

/** Keeps the engine's one lane busy between its facts and its write. */
function holdLane() {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  gate.pause = async () => {
    gate.pause = async () => {}
    held.resolve()
    await release.promise
  }
  return { held: held.promise, release: release.resolve }
}

/** Sends a redemption and disconnects without waiting for the response. */
async function leaveAfterAsking(user: string): Promise<void> {
  const body = JSON.stringify(redemption)
  const headers = Object.entries({ host: 'x', ...headersOf(user), 'content-length': String(body.length) })
  const socket = connectSocket(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /me/redemptions HTTP/1.1\r\n${headers.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n${body}`,
  )
  const { queued } = deps.redemptionEngine.stats
  await expect.poll(() => deps.redemptionEngine.stats.queued).toBeGreaterThan(queued)
  socket.destroy()
  await sleep(50)
}

test('a queued redemption whose client has disconnected is not executed; the others are', async () => {
  await Promise.all(['first', 'gone', 'stayed'].map((user) => call('/me', user)))
  const lane = holdLane()
  const first = call('/me/redemptions', 'first', redemption)
  await lane.held
  await leaveAfterAsking('gone')
  const stayed = call('/me/redemptions', 'stayed', redemption)
  await expect.poll(() => deps.redemptionEngine.stats.queued).toBe(2)
  lane.release()
  expect([(await first).status, (await stayed).status]).toEqual([201, 201])
  expect([await redeemed('gone'), await redeemed('stayed')]).toEqual([0, 1])
})

test('503 within 5 s: the batch of a redemption does not begin; /readyz?for=writes fails meanwhile, and the lane recovers', async () => {
  await Promise.all(['slow', 'waiting'].map((user) => call('/me', user)))
  expect(await readiness()).toBe(200)
  const lane = holdLane()
  const slow = call('/me/redemptions', 'slow', redemption)
  await lane.held
  const waiting = call('/me/redemptions', 'waiting', redemption)
  await vi.waitFor(async () => expect(await readiness('?for=writes')).toBe(503), {
    timeout: 4_000,
    interval: 200,
  })
  expect(await readiness()).toBe(200)
  const { status, seconds } = await waiting
  expect(status).toBe(503)
  expect(seconds).toBeLessThan(5.5)
  lane.release()
  await slow
  expect(await redeemed('waiting')).toBe(0)
  expect((await call('/me/redemptions', 'waiting', redemption)).status).toBe(201)
  expect(await readiness('?for=writes')).toBe(200)
})

test('503 within 5 s on every path and /readyz while the database drops all bytes; everything works within 3 s of its return', async () => {
  // The partner directory is cached for 5 s, so authentication works and the statements after it hang.
  await call('/merchants', 'silence')
  proxy.swallowAll = true
  const paths = ['/me', '/me/claims', '/me/redemptions', '/merchants']
  const responses = await Promise.all([
    ...paths.map((path) => call(path, 'silence')),
    call('/me/redemptions', 'silence', redemption),
    fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => ({ status, seconds: 0 })),
  ])
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(503))
  expect(Math.max(...responses.map(({ seconds }) => seconds))).toBeLessThan(5.5)
  proxy.swallowAll = false
  const returnedMs = performance.now()
  await vi.waitFor(
    async () => expect((await call('/me/redemptions', 'silence', redemption)).status).toBe(201),
    { timeout: 10_000, interval: 100 },
  )
  expect(performance.now() - returnedMs).toBeLessThan(3_000)
})

test('a read-only database: reads and /readyz work, /readyz?for=writes and redemptions fail until it is writable again', async () => {
  const [{ name } = { name: '' }] = await harness.db<{ name: string }[]>`select current_database() as name`
  const cutAll = () => harness.db`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`
  await harness.db.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  await cutAll()
  await expect.poll(() => readiness('?for=writes')).toBe(503)
  expect(await readiness()).toBe(200)
  expect((await call('/me/redemptions', 'reader', redemption)).status).toBe(503)
  expect((await call('/me', 'waiting')).status).toBe(200)
  await harness.db.unsafe('set default_transaction_read_only = off').catch(() => {})
  await harness.db.begin('read write', async (tx) => {
    await tx.unsafe(`alter database ${name} set default_transaction_read_only = off`)
  })
  await expect.poll(() => readiness('?for=writes')).toBe(200)
  expect((await call('/me/redemptions', 'reader', redemption)).status).toBe(201)
})
