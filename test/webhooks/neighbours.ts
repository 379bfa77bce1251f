import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimCreated, voucherPublished } from '../../src/domain/webhooks/events.ts'
import { enqueueEvents, notifyEvents } from '../../src/domain/webhooks/outbox.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { spawnNode } from '../process.ts'
import { ADMIN_KEY, onboardByHttp } from './onboard-by-http.ts'
import { untilStarted } from './until-started.ts'

export type Latency = { p50: number; p95: number; count: number }
export type NeighbourPlan = { pending: number; perSecond: number; seconds: number }

type Endpoint = { url: string; arrivedMs: Map<string, number>; close(): void }

/** One partner's time from commit to arrival: by itself, beside one that hangs with so many pending, by itself again. */
export async function measureBesideDead(databaseUrl: string, plan: NeighbourPlan) {
  const env = {
    ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: randomBytes(32).toString('base64'), PORT: '0' },
    ...{ ADMIN_API_KEY: ADMIN_KEY, ALLOW_PRIVATE_TARGETS: 'true', LOG_LEVEL: 'error' },
  }
  const [living, dead] = [await openEndpoint(true), await openEndpoint(false)]
  const desk = spawnNode({ ...env, ROLE: 'api' })
  const db = await connect(databaseUrl, { max: 4 })
  const nodes = [desk]
  try {
    await untilStarted(desk)
    const partner = await onboardByHttp(desk, { slug: 'living', webhookUrl: living.url })
    const neighbour = await onboardByHttp(desk, { slug: 'dead', webhookUrl: dead.url })
    const worker = spawnNode({ ...env, ROLE: 'worker' })
    nodes.push(worker)
    await untilStarted(worker)
    await measure(db, partner.id, living, { ...plan, seconds: 5 })
    const alone = await measure(db, partner.id, living, plan)
    await pile(db, neighbour.id, plan.pending)
    const beside = await measure(db, partner.id, living, plan)
    const deadRequests = dead.arrivedMs.size
    await db`delete from deliveries where partner_id = ${neighbour.id}`
    const aloneAgain = await measure(db, partner.id, living, plan)
    return { alone, beside, aloneAgain, deadRequests }
  } finally {
    for (const { child } of nodes) child.kill('SIGKILL')
    await Promise.all(nodes.map(({ exited }) => exited))
    await db.end({ timeout: 1 })
    living.close()
    dead.close()
  }
}

async function openEndpoint(answers: boolean): Promise<Endpoint> {
  const arrivedMs = new Map<string, number>()
  const server = createServer((request, response) => {
    arrivedMs.set(String(request.headers['x-event-id']), performance.now())
    request.resume()
    if (answers) request.on('end', () => response.end('ok'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/hooks`, arrivedMs, close }
}

const WHO = { userId: orderedId(), externalUserId: 'user-42' }
const OFFER = { voucherId: orderedId(), voucherTitle: 'Tea for two', merchantId: orderedId() }
const stamp = () => ({ id: orderedId(), createdAt: new Date() })

async function measure(
  db: Db,
  partnerId: string,
  { arrivedMs }: Endpoint,
  { perSecond, seconds }: NeighbourPlan,
): Promise<Latency> {
  // What piling up and clearing away leave to do for the database would tell on whichever part comes next.
  const patient = db.sibling({ max: 1, deadlineMs: 600_000 })
  await patient.unsafe('vacuum analyze')
  await patient.unsafe('checkpoint')
  await patient.end()
  const committedMs = new Map<string, number>()
  const startedMs = performance.now()
  const count = perSecond * seconds
  for (let i = 0; i < count; i += 1) {
    await sleep(Math.max(0, startedMs + (i * 1000) / perSecond - performance.now()))
    const event = claimCreated(stamp(), { ...WHO, ...OFFER, claimId: orderedId() })
    await db.begin((tx) => enqueueEvents(tx, [{ partnerId, event }]))
    committedMs.set(event.id, performance.now())
    void notifyEvents(db)
  }
  await sleep(2000)
  const latencies = [...committedMs].map(([id, at]) => (arrivedMs.get(id) ?? Number.POSITIVE_INFINITY) - at)
  latencies.sort((a, b) => a - b)
  const part = (share: number) => latencies[Math.floor(share * (count - 1))] as number
  return { p50: part(0.5), p95: part(0.95), count }
}

/** So many events of a fan-out, and one in a hundred a single event. */
async function pile(db: Db, partnerId: string, count: number): Promise<void> {
  const published = { ...WHO, ...OFFER, merchantName: 'Tea House', valueType: null }
  for (let told = 0; told < count; told += 1000) {
    const events = Array.from({ length: Math.min(1000, count - told) }, (_, i) => ({
      partnerId,
      event:
        i % 100 === 0
          ? claimCreated(stamp(), { ...WHO, ...OFFER, claimId: orderedId() })
          : voucherPublished(stamp(), published),
    }))
    await db.begin((tx) => enqueueEvents(tx, events))
  }
}
