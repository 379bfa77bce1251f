import { setTimeout as sleep } from 'node:timers/promises'
import { claimCreated } from '../../src/domain/webhooks/outbox/events.ts'
import { enqueueEvents, notifyEvents } from '../../src/domain/webhooks/outbox/outbox.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { type Node, spawnNode, until, untilUp } from '../support/process.ts'
import { openUnreliableReceiver, type UnreliableReceiver } from './unreliable-receiver.ts'

export type LossReport = {
  events: number
  kills: number
  requests: number
  failedOnPurpose: number
  /** Accepted requests for an event that the receiver had already accepted. */
  duplicates: number
  /** Must be empty, as must `changed` and `wronglySigned`; `notDelivered` must be 0. */
  lost: string[]
  changed: string[]
  wronglySigned: string[]
  notDelivered: number
  seconds: number
}

export type LossPlan = {
  events: number
  workers: number
  workerScript?: string
  killEveryMs: number
  maxKills: number
  withinMs: number
}

/** A migrated database: the settings of its workers, and how to onboard a partner. */
export type Stage = {
  env: { DATABASE_URL: string; SECRETS_KEY: string }
  onboard(webhookUrl: string): Promise<{ id: string; secret: string }>
}

/** Enough retries that random failures never use up all of them. */
const RETRY_DELAYS = Array(30).fill(1).join(',')

/** Emits events while workers are killed and a receiver fails, waits for all deliveries, and compares. */
export async function countLosses(stage: Stage, plan: LossPlan): Promise<LossReport> {
  const startedAt = performance.now()
  const receiver = await openUnreliableReceiver()
  const db = await connect(stage.env.DATABASE_URL, { max: 2 })
  const workers: Node[] = []
  const start = (place: number) => {
    const settings = { ALLOW_PRIVATE_TARGETS: 'true', WEBHOOK_RETRY_DELAYS: RETRY_DELAYS, LOG_LEVEL: 'error' }
    const worker = spawnNode({ ...stage.env, ...settings, ROLE: 'worker', PORT: '0' }, plan.workerScript)
    workers[place] = worker
    return untilUp(worker)
  }
  try {
    const partner = await stage.onboard(receiver.url)
    receiver.secret = partner.secret
    for (let place = 0; place < plan.workers; place += 1) await start(place)
    const emitting = emitAll(db, partner.id, plan.events)
    const kills = await killUntilDelivered(db, workers, start, plan)
    const bodies = await emitting
    return {
      ...compare(bodies, receiver),
      kills,
      notDelivered: await countUndelivered(db),
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }
  } finally {
    for (const { child } of workers) child.kill('SIGKILL')
    await Promise.all(workers.map(({ exited }) => exited))
    await db.end({ timeout: 1 })
    await receiver.close()
  }
}

/** Writes events in transactions of a hundred, as fast as possible. Returns the body of each event by its id. */
async function emitAll(db: Db, partnerId: string, count: number): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  const who = { userId: orderedId(), externalUserId: 'user-42' }
  while (bodies.size < count) {
    const events = Array.from({ length: Math.min(100, count - bodies.size) }, () => {
      const offer = { voucherId: orderedId(), voucherTitle: 'Tea for two', merchantId: orderedId() }
      const stamp = { id: orderedId(), createdAt: new Date() }
      return { partnerId, event: claimCreated(stamp, { ...who, ...offer, claimId: orderedId() }) }
    })
    await db.begin((tx) => enqueueEvents(tx, events))
    await notifyEvents(db)
    for (const { event } of events) bodies.set(event.id, JSON.stringify(event))
  }
  return bodies
}

/** Kills one worker at a time, at random moments, and starts another in its place. */
async function killUntilDelivered(
  db: Db,
  workers: Node[],
  start: (place: number) => Promise<Node>,
  { events, killEveryMs, maxKills, withinMs }: LossPlan,
): Promise<number> {
  const deadline = Date.now() + withinMs
  const isDone = async () => (await countDeliveries(db)) === events && (await countUndelivered(db)) === 0
  let kills = 0
  while (kills < maxKills && Date.now() < deadline && !(await isDone())) {
    await sleep(killEveryMs * (0.5 + Math.random()))
    const chosen = Math.floor(Math.random() * workers.length)
    const victim = workers[chosen] as Node
    victim.child.kill('SIGKILL')
    await victim.exited
    await start(chosen)
    kills += 1
  }
  // Deliveries of killed workers are due again when their leases end. If not, the report shows it.
  await until(isDone, Math.max(1, deadline - Date.now())).catch(() => {})
  return kills
}

async function countDeliveries(db: Db): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from deliveries`
  return row.count
}

async function countUndelivered(db: Db): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from deliveries where state <> 'DELIVERED'`
  return row.count
}

function compare(bodies: Map<string, string>, { arrivals, requests, failedOnPurpose }: UnreliableReceiver) {
  const lost: string[] = []
  const changed: string[] = []
  const wronglySigned: string[] = []
  let duplicates = 0
  for (const [id, body] of bodies) {
    const theirs = arrivals.get(id) ?? []
    if (!theirs.some(({ isAccepted }) => isAccepted)) lost.push(id)
    if (theirs.some((arrival) => arrival.body !== body)) changed.push(id)
    if (theirs.some(({ isSigned }) => !isSigned)) wronglySigned.push(id)
    duplicates += Math.max(0, theirs.filter(({ isAccepted }) => isAccepted).length - 1)
  }
  return {
    ...{ events: bodies.size, requests: requests(), failedOnPurpose: failedOnPurpose(), duplicates },
    ...{ lost, changed, wronglySigned },
  }
}
