import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Counterfoil } from '../sdk/src/partner.ts'
import { connect, type Db } from '../src/platform/database/db.ts'
import { startEmbedded } from '../src/platform/embedded/server.ts'
import { listeningAt, type Node, spawnNode, until, untilUp } from '../test/support/process.ts'
import { openWorld } from './partner-world.ts'
import type { Proof } from './proof.ts'
import { ADMIN_KEY } from './service-node.ts'

const HOUR_MS = 60 * 60 * 1000
/** The memory of a Node process varies by this much. A million users in memory would need more. */
const MAX_GROWTH_MB = 64

/**
 * A voucher is published to a million users who favorite its merchant, while another partner keeps reading and writing.
 * The worker that writes the events is killed with SIGKILL halfway, and another one continues. Each user must get
 * exactly one event.
 */
export const proveFanOut: Proof = async (directory, say, args) => {
  const { values } = parseArgs({ args, options: { users: { type: 'string', default: '1000000' } } })
  const users = Number(values.users)
  const server = await startEmbedded({ directory: join(directory, 'postgres') })
  const env = {
    DATABASE_URL: server.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ADMIN_API_KEY: ADMIN_KEY,
    LOG_LEVEL: 'error',
    PORT: '0',
  }
  const nodes: Node[] = []
  const start = async (role: string) => {
    const node = await untilUp(spawnNode({ ...env, ROLE: role }))
    nodes.push(node)
    return node
  }
  const db = await connect(server.url, { max: 2, deadlineMs: HOUR_MS })
  try {
    const api = await start('api')
    return await publishToMany(say, db, users, api, () => start('worker'))
  } finally {
    for (const { child } of nodes) child.kill('SIGKILL')
    await Promise.all(nodes.map(({ exited }) => exited))
    await db.end({ timeout: 1 })
    await server.stop()
  }
}

async function publishToMany(
  say: (line: string) => void,
  db: Db,
  users: number,
  api: Node,
  startWorker: () => Promise<Node>,
): Promise<boolean> {
  const origin = listeningAt(api)
  const { publish, bystander } = await setUp(db, origin, users)
  const alone = await during(bystander, () => sleep(10_000))
  const first = await startWorker()
  const memory = [watchMemory(api), watchMemory(first)]

  let enqueued = 0
  const publication = await during(bystander, async () => {
    enqueued = (await publish()).eventsEnqueued
  })
  const parts = await partsLeft(db)
  const expansion = await during(bystander, async () => {
    await until(async () => (await partsLeft(db)) < 0.7 * parts, HOUR_MS)
    first.child.kill('SIGKILL')
    await first.exited
    memory.push(watchMemory(await startWorker()))
    await until(async () => (await partsLeft(db)) === 0, HOUR_MS)
  })
  const grownMB = memory.map((stop) => stop())
  const written = await countEvents(db)

  const perSecond = Math.round(enqueued / (expansion.ms / 1000))
  say(`  the publication took ${seconds(publication)} s and enqueued ${enqueued} events`)
  say(
    `  writing them took ${seconds(expansion)} s (${perSecond} per second), with one worker killed and another started`,
  )
  say(`  events ${written.events}, users with an event ${written.users}, deliveries ${written.deliveries}`)
  say(`  another partner's calls, p50 and p95: alone ${alone.latency}`)
  say(`    during the publication ${publication.latency}`)
  say(`    while events are written ${expansion.latency}`)
  say(`  maximum memory growth: api ${grownMB[0]} MB, workers ${grownMB.slice(1).join(' and ')} MB`)
  const isExact = [enqueued, written.events, written.users, written.deliveries].every(
    (count) => count === users,
  )
  const isFlat = grownMB.every((mb) => mb < MAX_GROWTH_MB)
  say(`  one event for each user: ${isExact ? 'yes' : 'NO'}; memory constant: ${isFlat ? 'yes' : 'NO'}`)
  return isExact && isFlat
}

const seconds = ({ ms }: { ms: number }) => (ms / 1000).toFixed(1)
const partsLeft = async (db: Db): Promise<number> => (await db`select count(*) from fanouts`)[0]?.count

async function countEvents(db: Db) {
  const [row] = await db<[{ events: number; users: number; deliveries: number }]>`
    select count(*) as events, count(distinct user_id) as users, (select count(*) from deliveries) as deliveries
    from events where type = 'VOUCHER_PUBLISHED'`
  return row
}

/** Creates a merchant that all users of one partner favorite, and a bystander: a partner without a connection to it. */
async function setUp(db: Db, origin: string, users: number) {
  const { admin, merchants } = await openWorld(origin, 'https://hooks.example.com/', 1)
  const merchantId = merchants[0]?.id as string
  const voucher = await admin('POST', `/admin/merchants/${merchantId}/vouchers`, {
    ...{ title: 'Free kopi', imagePath: 'https://example.com/offer.jpg' },
  })
  // A paused endpoint: deliveries are written but not sent.
  const [crowd] = await db<[{ partnerId: string }]>`
    insert into endpoints (partner_id, paused_at, pause_reason)
    select id, now(), 'GONE' from partners where slug = 'proof' returning partner_id`
  await db`
    with made as (
      insert into users (id, partner_id, external_user_id, created_at, updated_at)
      select uuid_v7(), ${crowd.partnerId}, 'user-' || n, now(), now() from generate_series(1, ${users}::int) as n
      returning id
    )
    insert into favorites (user_id, merchant_id, created_at) select id, ${merchantId}, now() from made`
  const slug = 'bystander'
  const { secret } = await admin('POST', '/admin/partners', {
    ...{ slug, name: slug, displayName: slug, logoPath: 'https://example.com/logo.png' },
    ...{ jwtIssuer: 'https://bystander.example.com', jwksUrl: 'https://bystander.example.com/keys' },
  })
  return {
    publish: () => admin('POST', `/admin/vouchers/${voucher.id}/publish`),
    bystander: new Counterfoil({ baseUrl: origin, slug, secret, retries: 0 }),
  }
}

/** Measures a partner's calls, one after the other, while `work` runs. */
async function during(
  partner: Counterfoil,
  work: () => Promise<unknown>,
): Promise<{ ms: number; latency: string }> {
  const started = performance.now()
  const load = { isOver: false }
  const latencies: number[] = []
  const calling = (async () => {
    for (let i = 0; !load.isOver; i += 1) {
      const before = performance.now()
      // A small write and a small read alternate.
      if (i % 2 === 0) await partner.users.upsert({ externalUserId: `user-${i % 100}`, displayName: `${i}` })
      else await partner.events.iterate().next()
      latencies.push(performance.now() - before)
      await sleep(5)
    }
  })()
  await work().finally(() => {
    load.isOver = true
  })
  const ms = performance.now() - started
  await calling
  const sorted = latencies.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.floor(part * sorted.length)]?.toFixed(1)
  return { ms, latency: `${share(0.5)} and ${share(0.95)} ms (${sorted.length} calls)` }
}

/** The returned function stops the watch and returns the maximum growth of the process in MB. */
function watchMemory({ child }: Node): () => number {
  const before = residentMB(child.pid) ?? 0
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMB(child.pid) ?? 0)
  }, 1000)
  return () => {
    clearInterval(timer)
    return Math.round(peak - before)
  }
}

function residentMB(pid: number | undefined): number | null {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
  } catch {
    return null
  }
}
