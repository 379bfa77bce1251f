import { setTimeout as sleep } from 'node:timers/promises'
import { claimCreated } from '../../src/domain/webhooks/events.ts'
import { enqueueEvents, notifyEvents } from '../../src/domain/webhooks/outbox.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { type Node, spawnNode, until } from '../process.ts'
import { openUnreliableReceiver, type UnreliableReceiver } from './unreliable-receiver.ts'
import { untilStarted } from './until-started.ts'

export type LossReport = {
  events: number
  kills: number
  /** Requests, those that the receiver failed on purpose, and those that it had answered with a 200 before. */
  requests: number
  failedOnPurpose: number
  duplicates: number
  /** What must not be. */
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
  mostKills: number
  withinMs: number
}

/** A migrated database, what its workers need to know of it, and how a partner comes into it. */
export type Stage = {
  env: { DATABASE_URL: string; SECRETS_KEY: string }
  onboard(webhookUrl: string): Promise<{ id: string; secret: string }>
}

/** Often enough that chance does not use them all up. */
const RETRY_DELAYS = Array(30).fill(1).join(',')

/** Tells events while workers are killed and a receiver fails, waits until all is quiet, and compares. */
export async function countLosses(stage: Stage, plan: LossPlan): Promise<LossReport> {
  const startedAt = performance.now()
  const receiver = await openUnreliableReceiver()
  const db = await connect(stage.env.DATABASE_URL, { max: 2 })
  const workers: Node[] = []
  const start = (place: number) => {
    const settings = { ALLOW_PRIVATE_TARGETS: 'true', WEBHOOK_RETRY_DELAYS: RETRY_DELAYS, LOG_LEVEL: 'error' }
    const worker = spawnNode({ ...stage.env, ...settings, ROLE: 'worker', PORT: '0' }, plan.workerScript)
    workers[place] = worker
    return untilStarted(worker)
  }
  try {
    const partner = await stage.onboard(receiver.url)
    receiver.secret = partner.secret
    for (let place = 0; place < plan.workers; place += 1) await start(place)
    const telling = tellAll(db, partner.id, plan.events)
    const kills = await killUntilDelivered(db, workers, start, plan)
    const bodies = await telling
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

/** In transactions of a hundred, as fast as they go. Answers the bytes of each event, by its id. */
async function tellAll(db: Db, partnerId: string, count: number): Promise<Map<string, string>> {
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

/** One of them at a time, at random moments, and another takes its place. */
async function killUntilDelivered(
  db: Db,
  workers: Node[],
  start: (place: number) => Promise<void>,
  { events, killEveryMs, mostKills, withinMs }: LossPlan,
): Promise<number> {
  const deadline = Date.now() + withinMs
  const isDone = async () => (await countTold(db)) === events && (await countUndelivered(db)) === 0
  let kills = 0
  while (kills < mostKills && Date.now() < deadline && !(await isDone())) {
    await sleep(killEveryMs * (0.5 + Math.random()))
    const chosen = Math.floor(Math.random() * workers.length)
    const victim = workers[chosen] as Node
    victim.child.kill('SIGKILL')
    await victim.exited
    await start(chosen)
    kills += 1
  }
  // What the dead held comes back with their leases. If it does not, the report says so.
  await until(isDone, Math.max(1, deadline - Date.now())).catch(() => {})
  return kills
}

async function countTold(db: Db): Promise<number> {
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
