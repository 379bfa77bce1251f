import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditLedger, type Finding } from '../../src/domain/redemptions/ledger/ledger.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { findRunning } from '../../src/platform/embedded/server.ts'
import { freePort, type Node, spawnNode, untilUp } from '../support/process.ts'
import {
  ADMIN_KEY,
  type Body,
  openShop,
  originOf,
  PIN,
  publishVoucher,
  type Shop,
  type VoucherTerms,
} from './shop.ts'

/** The process to kill: a node whose database keeps running, or the embedded database of a node. */
export type Victim = { kind: 'node'; databaseUrl: string } | { kind: 'database'; dataDir: string }

export type CrashReport = {
  kills: number
  /** Requests that were answered in the end, how many of them were retried, and how many were redeemed. */
  answered: number
  sentAgain: number
  redeemed: number
  /** Broken guarantees: a 201 without its row, a row without a response, a 500. */
  wrongs: string[]
  findings: Finding[]
}

const CLIENTS = 50

type Attempt = { user: string; voucherId: string; key: string }
type Outcome = { status: number; id: string | null; code: string | null; error: string | null; tries: number }
type World = { nodes: Running[]; shop: Shop }
type Running = { port: number; env: Record<string, string>; node: Node }

/** Kills and restarts under load, and compares the responses of the clients with the database. */
export async function survive(victim: Victim, rounds: number): Promise<CrashReport> {
  const running = await startNodes(victim)
  const report: CrashReport = { kills: 0, answered: 0, sentAgain: 0, redeemed: 0, wrongs: [], findings: [] }
  try {
    const world = await openWorld(running)
    for (let round = 0; round < rounds; round += 1) await crashOnce(victim, world, round, report)
    const db = await open(victim)
    report.findings = await auditLedger(db)
    await db.end({ timeout: 1 })
    return report
  } finally {
    for (const { node } of running) node.child.kill(victim.kind === 'node' ? 'SIGKILL' : 'SIGTERM')
    await Promise.all(running.map(({ node }) => node.exited))
  }
}

async function startNodes(victim: Victim): Promise<Running[]> {
  const common = { ADMIN_API_KEY: ADMIN_KEY, LOG_LEVEL: 'error' }
  const shared =
    victim.kind === 'node'
      ? { ...common, DATABASE_URL: victim.databaseUrl, SECRETS_KEY: randomBytes(32).toString('base64') }
      : { ...common, DATA_DIR: victim.dataDir }
  const ports = victim.kind === 'node' ? [await freePort(), await freePort()] : [await freePort()]
  return Promise.all(
    ports.map(async (port) => {
      const env = { ...shared, PORT: String(port) }
      return { port, env, node: await untilUp(spawnNode(env)) }
    }),
  )
}

async function open(victim: Victim): Promise<Db> {
  if (victim.kind === 'node') return connect(victim.databaseUrl, { max: 2 })
  const found = await findRunning(join(victim.dataDir, 'postgres'))
  if (!found) throw new Error('the embedded database does not run')
  return connect(found.url, { max: 2 })
}

/** Opens the shop on the first node. */
async function openWorld(nodes: Running[]): Promise<World> {
  const [first] = nodes as [Running]
  const shop = await openShop(originOf(first.port))
  // The other node refuses vouchers that it does not know yet, which has nothing to do with crashes.
  await sleep(500)
  return { nodes, shop }
}

async function offers({ nodes, shop }: World, round: number): Promise<string[]> {
  const [first] = nodes as [Running]
  const codes = Array.from({ length: 150 }, (_, n) => `R${round}-${n}`)
  const kinds: [Omit<VoucherTerms, 'title'>, string[]?][] = [
    [{ redemptionCount: 2, globalRedemptionCap: 120, cycle: 'MONTHLY' }],
    [{ redemptionCount: 2, codeSource: 'MANUAL' }, codes],
    [{ redemptionCount: 2, codeSource: 'AUTO', cycle: 'BIWEEKLY' }],
  ]
  const ids: string[] = []
  for (const [i, [kind, pool]] of kinds.entries()) {
    const terms = { title: `Offer ${round} ${i}`, ...kind }
    ids.push(await publishVoucher(originOf(first.port), shop, terms, pool))
  }
  return ids
}

async function crashOnce(victim: Victim, world: World, round: number, report: CrashReport): Promise<void> {
  const vouchers = await offers(world, round)
  const outcomes = new Map<string, Outcome>()
  const load = { isOver: false }
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    ask(world, vouchers, `${round}-${client}`, load, outcomes),
  )
  await sleep(500 + Math.random() * 1000)
  await killAndRestart(victim, world)
  report.kills += 1
  await sleep(300)
  load.isOver = true
  await Promise.all(clients)
  await compare(victim, vouchers, outcomes, report)
}

async function killAndRestart(victim: Victim, { nodes }: World): Promise<void> {
  const chosen = nodes[Math.floor(Math.random() * nodes.length)] as Running
  if (victim.kind === 'node') chosen.node.child.kill('SIGKILL')
  else {
    const file = await readFile(join(victim.dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    process.kill(Number(file.split('\n')[0]), 'SIGKILL')
  }
  await chosen.node.exited
  chosen.node = await untilUp(spawnNode(chosen.env))
}

/** One client: redeems one voucher after the other, and retries each until it is answered. */
async function ask(
  world: World,
  vouchers: string[],
  name: string,
  load: { isOver: boolean },
  outcomes: Map<string, Outcome>,
): Promise<void> {
  for (let i = 0; !load.isOver; i += 1) {
    // Four redemptions per user, two of them of one voucher: quotas matter, and attempt limits are not reached.
    const user = `${name}-${Math.floor(i / 4)}`
    const attempt = { user, voucherId: vouchers[(i >> 1) % vouchers.length] as string, key: `${name}-${i}` }
    outcomes.set(attempt.key, await untilAnswered(world, attempt))
    // A pause, so restarts get CPU time: this does not measure speed.
    await sleep(50)
  }
}

const MAX_TRIES = 300

async function untilAnswered({ nodes, shop }: World, attempt: Attempt): Promise<Outcome> {
  const { user, voucherId, key } = attempt
  const headers = {
    authorization: `Bearer ${shop.mint(user)}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const body = JSON.stringify({ voucherId, outletId: shop.outletId, pin: PIN })
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const { port } = nodes[Math.floor(Math.random() * nodes.length)] as Running
    try {
      const signal = AbortSignal.timeout(15_000)
      const url = `${originOf(port)}/me/redemptions`
      const response = await fetch(url, { method: 'POST', headers, body, signal })
      const { id = null, code = null, error = null } = (await response.json()) as Body
      if (response.status !== 503) return { status: response.status, id, code, error, tries }
    } catch {
      // The connection broke: only the next response shows whether it was redeemed.
    }
    await sleep(250 + Math.random() * 250)
  }
  throw new Error(`${key} was never answered`)
}

type Row = { id: string; key: string; code: string | null }

async function compare(
  victim: Victim,
  vouchers: string[],
  outcomes: Map<string, Outcome>,
  report: CrashReport,
): Promise<void> {
  const db = await open(victim)
  const rows = await db<Row[]>`
    select id, key, code from redemptions join idempotency_keys on redemption_id = id
    where voucher_id = any (${vouchers}::uuid[])`
  await db.end({ timeout: 1 })
  const byKey = Map.groupBy(rows, ({ key }) => key)
  for (const [key, { status, id, code, error, tries }] of outcomes) {
    report.answered += 1
    if (tries > 1) report.sentAgain += 1
    if (status === 201) report.redeemed += 1
    if (status >= 500) report.wrongs.push(`${key} was answered ${status} ${error}`)
    const [row, second] = byKey.get(key) ?? []
    if (second) report.wrongs.push(`${key} was redeemed twice`)
    if (status === 201 && (row?.id !== id || row?.code !== code)) {
      report.wrongs.push(`${key} was answered ${id} ${code}, and the row is ${row?.id} ${row?.code}`)
    }
    if (status !== 201 && row) report.wrongs.push(`${key} was refused with ${error}, and has a row`)
  }
  for (const key of byKey.keys())
    if (!outcomes.has(key)) report.wrongs.push(`${key} has a row and no response`)
}
