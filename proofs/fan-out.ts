import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { connect, type Db } from '../src/platform/database/db.ts'
import { insertion } from '../src/platform/database/sql.ts'
import { startEmbedded } from '../src/platform/embedded/server.ts'
import { listeningAt, type Node, spawnNode, until, untilUp } from '../test/support/process.ts'
import type { Proof } from './proof.ts'

const ADMIN_KEY = 'an-admin-key-of-the-environment'
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
  const db = await connect(server.url, { max: 2 })
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
  const { voucherId, bystander } = await setUp(db, origin, users)
  const alone = await during(origin, bystander, () => sleep(10_000))
  const first = await startWorker()
  const memory = [watchMemory(api), watchMemory(first)]

  let enqueued = 0
  const publication = await during(origin, bystander, async () => {
    enqueued = (await admin(origin, `/admin/vouchers/${voucherId}/publish`)).eventsEnqueued
  })
  const parts = await partsLeft(db)
  const expansion = await during(origin, bystander, async () => {
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
  return db.begin(async (tx) => {
    await tx.extendDeadline(null)
    const [row] = await tx<[{ events: number; users: number; deliveries: number }]>`
      select count(*) as events, count(distinct user_id) as users, (select count(*) from deliveries) as deliveries
      from events where type = 'VOUCHER_PUBLISHED'`
    return row
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the contract says what it is
async function admin(origin: string, path: string, body: object = {}): Promise<any> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

type Partner = { id: string; slug: string; secret: string }

/** Creates a merchant that all users of one partner favorite, and a bystander: a partner without a connection to it. */
async function setUp(db: Db, origin: string, users: number) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const onboard = (slug: string, more: object = {}): Promise<Partner> =>
    admin(origin, '/admin/partners', {
      ...{ slug, name: slug, displayName: slug, logoPath: 'https://example.com/logo.png', ...more },
      ...{
        jwtIssuer: `https://${slug}.example.com`,
        publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
      },
    })
  const crowd = await onboard('crowd', { webhookUrl: 'https://hooks.example.com/' })
  const merchant = await admin(origin, '/admin/merchants', {
    name: 'Shop',
    slug: 'shop',
    category: 'F_AND_B',
  })
  await admin(origin, `/admin/merchants/${merchant.id}/outlets`, {
    ...{ name: 'Outlet', addressLine: '1 Market Street', city: 'Ipoh', countryCode: 'MY' },
  })
  const voucher = await admin(origin, `/admin/merchants/${merchant.id}/vouchers`, {
    ...{ title: 'Free kopi', imagePath: 'https://example.com/offer.jpg' },
  })
  // A paused endpoint: deliveries are written but not sent.
  await db`insert into endpoints ${insertion({ partnerId: crowd.id, pausedAt: new Date(), pauseReason: 'GONE' })}`
  for (let made = 0; made < users; made += 10_000) {
    await db`
      with made as (
        insert into users (id, partner_id, external_user_id, created_at, updated_at)
        select uuid_v7(), ${crowd.id}, 'user-' || n, now(), now()
        from generate_series(${made + 1}::int, ${Math.min(made + 10_000, users)}::int) as n
        returning id
      )
      insert into favorites (user_id, merchant_id, created_at) select id, ${merchant.id}, now() from made`
  }
  return { voucherId: voucher.id as string, bystander: await onboard('bystander') }
}

/** Measures a partner's calls, one after the other, while `work` runs. */
async function during(
  origin: string,
  partner: Partner,
  work: () => Promise<unknown>,
): Promise<{ ms: number; latency: string }> {
  const started = performance.now()
  const load = { isOver: false }
  const latencies: number[] = []
  const calling = (async () => {
    for (let i = 0; !load.isOver; i += 1) {
      const before = performance.now()
      await call(origin, partner, i)
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

/** A small write and a small read alternate. */
async function call(origin: string, { slug, secret }: Partner, i: number): Promise<void> {
  const body = i % 2 === 0 ? JSON.stringify({ externalUserId: `user-${i % 100}`, displayName: `${i}` }) : ''
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = {
    'x-partner-slug': slug,
    'x-signature': signatureHeader({ secret, timestampSeconds, body: Buffer.from(body) }),
  }
  const response = body
    ? await fetch(`${origin}/integrations/users`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
    : await fetch(`${origin}/integrations/events`, { headers })
  if (!response.ok) throw new Error(`the bystander got ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
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
