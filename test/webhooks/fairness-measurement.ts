import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimCreated, voucherPublished } from '../../src/domain/webhooks/outbox/events.ts'
import { enqueueEvents, notifyEvents } from '../../src/domain/webhooks/outbox/outbox.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { spawnNode, untilUp } from '../support/process.ts'
import { ADMIN_KEY, onboardByHttp } from './onboard-by-http.ts'

export type Latency = { p50: number; p95: number; count: number }
export type FairnessPlan = { pending: number; perSecond: number; seconds: number }

type Endpoint = { url: string; arrivedMs: Map<string, number>; close(): void }

/** A partner's time from commit to arrival: alone, beside a hanging endpoint with `pending` events, alone again. */
export async function measureBesideHangingEndpoint(databaseUrl: string, plan: FairnessPlan) {
  const env = {
    ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: randomBytes(32).toString('base64'), PORT: '0' },
    ...{ ADMIN_API_KEY: ADMIN_KEY, ALLOW_PRIVATE_TARGETS: 'true', LOG_LEVEL: 'error' },
  }
  const [healthy, hanging] = [await openEndpoint(true), await openEndpoint(false)]
  const api = spawnNode({ ...env, ROLE: 'api' })
  const db = await connect(databaseUrl, { max: 4 })
  const nodes = [api]
  try {
    await untilUp(api)
    const partner = await onboardByHttp(api, { slug: 'healthy', webhookUrl: healthy.url })
    const hangingPartner = await onboardByHttp(api, { slug: 'hanging', webhookUrl: hanging.url })
    const worker = spawnNode({ ...env, ROLE: 'worker' })
    nodes.push(worker)
    await untilUp(worker)
    await measure(db, partner.id, healthy, { ...plan, seconds: 5 })
    const alone = await measure(db, partner.id, healthy, plan)
    await emitBacklog(db, hangingPartner.id, plan.pending)
    const beside = await measure(db, partner.id, healthy, plan)
    const hangingRequests = hanging.arrivedMs.size
    await db`delete from deliveries where partner_id = ${hangingPartner.id}`
    const aloneAgain = await measure(db, partner.id, healthy, plan)
    return { alone, beside, aloneAgain, hangingRequests }
  } finally {
    for (const { child } of nodes) child.kill('SIGKILL')
    await Promise.all(nodes.map(({ exited }) => exited))
    await db.end({ timeout: 1 })
    healthy.close()
    hanging.close()
  }
}

async function openEndpoint(isResponding: boolean): Promise<Endpoint> {
  const arrivedMs = new Map<string, number>()
  const server = createServer((request, response) => {
    arrivedMs.set(String(request.headers['x-event-id']), performance.now())
    request.resume()
    if (isResponding) request.on('end', () => response.end('ok'))
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
  { perSecond, seconds }: FairnessPlan,
): Promise<Latency> {
  // Otherwise vacuum and checkpoint after writing or deleting the backlog would slow down the next measurement.
  const maintenance = db.sibling({ max: 1, deadlineMs: 600_000 })
  await maintenance.unsafe('vacuum analyze')
  await maintenance.unsafe('checkpoint')
  await maintenance.end()
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

/** Writes `count` events: fan-out, and every hundredth a single event. */
async function emitBacklog(db: Db, partnerId: string, count: number): Promise<void> {
  const published = { ...WHO, ...OFFER, merchantName: 'Tea House', valueType: null }
  for (let written = 0; written < count; written += 1000) {
    const events = Array.from({ length: Math.min(1000, count - written) }, (_, i) => ({
      partnerId,
      event:
        i % 100 === 0
          ? claimCreated(stamp(), { ...WHO, ...OFFER, claimId: orderedId() })
          : voucherPublished(stamp(), published),
    }))
    await db.begin((tx) => enqueueEvents(tx, events))
  }
}
