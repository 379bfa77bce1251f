import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { createHostChoice } from '../../../src/platform/database/host-choice.ts'
import type { Pool } from '../../../src/platform/database/pool.ts'
import { Sentinel } from '../../../src/platform/database/sentinel.ts'
import { createHarness } from '../../support/harness.ts'

const { databaseUrl, db } = await createHarness()
const session = await db.reserve()
const [{ pid }] = await session`select pg_backend_pid() as pid`
afterAll(() => session.release())

/** A connection that only the sentinel sees, and its age when the sentinel destroyed it. */
function watchedClient(state: { isConnected: boolean; busySinceMs: number | null }) {
  const client = {
    url: databaseUrl,
    pid,
    createdAtMs: performance.now(),
    destroyedAtMs: null as number | null,
    ...state,
    destroy() {
      client.destroyedAtMs ??= performance.now()
      client.isConnected = true
      client.busySinceMs = null
    },
  }
  return client
}

const open = (pools: Set<Pool>) =>
  new Sentinel({
    hosts: createHostChoice([databaseUrl]),
    needsWritable: false,
    name: 'counterfoil sentinel',
    settings: {},
    pools,
  })

/** Resolves once the sentinel has destroyed the client. */
async function watch(client: ReturnType<typeof watchedClient>, onListening: () => void): Promise<number> {
  const pool = { clients: new Set([client]), renew() {} } as unknown as Pool
  const sentinel = open(new Set([pool]))
  await sentinel.listen('test_channel', () => {}, onListening)
  const destroyedAtMs = await vi.waitFor(
    () => client.destroyedAtMs ?? Promise.reject(new Error('alive')),
    10_000,
  )
  sentinel.close()
  return destroyedAtMs
}

test('a statement that the server has not begun yet gets a second, even if the sentinel has just connected', async () => {
  const client = watchedClient({ isConnected: true, busySinceMs: null })
  let sentAtMs = 0
  const destroyedAtMs = await watch(client, () => {
    sentAtMs = performance.now() - 500
    client.busySinceMs = sentAtMs
  })
  expect(destroyedAtMs - sentAtMs).toBeGreaterThanOrEqual(1_000)
})

test('a statement whose backend is idle is lost only if a second look finds the same: its response may be on its way', async () => {
  const client = watchedClient({ isConnected: true, busySinceMs: null })
  let firstLookMs = Infinity
  const destroyedAtMs = await watch(client, () => {
    firstLookMs = performance.now()
    client.busySinceMs = firstLookMs - 5_000
  })
  expect(destroyedAtMs - firstLookMs).toBeGreaterThanOrEqual(90)
})

test('an attempt to connect gets a second, even if the sentinel began later and was faster', async () => {
  const client = watchedClient({ isConnected: false, busySinceMs: null })
  const destroyedAtMs = await watch(client, () => {})
  expect(destroyedAtMs - client.createdAtMs).toBeGreaterThanOrEqual(1_000)
})

test('a listener that is added while the sentinel connects is heard', async () => {
  const sentinel = open(new Set())
  const heard = Promise.withResolvers<string>()
  let isFirstHeard = false
  const first = sentinel
    .listen('first', () => {})
    .then(() => {
      isFirstHeard = true
    })
  const others: Promise<void>[] = []
  // Until the connection listens, so also while it subscribes the first one. Not at each turn of the event loop: PostgreSQL
  // compares a new channel with all others, and ten thousand keep it busy for minutes.
  while (!isFirstHeard && others.length < 3_000) {
    others.push(sentinel.listen(`other_${others.length}`, heard.resolve))
    await sleep(1)
  }
  await Promise.all([first, ...others])
  await db`select pg_notify(${`other_${others.length - 1}`}, 'hello')`
  expect(await heard.promise).toBe('hello')
  sentinel.close()
})
