import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditLedger } from '../src/domain/redemptions/ledger/ledger.ts'
import { connect, type Db } from '../src/platform/database/db.ts'
import { startEmbedded } from '../src/platform/embedded/server.ts'
import { freePort } from '../test/support/process.ts'
import { KILLS, killInStep, openDatabaseVictim, VICTIMS, type Victim } from './move-kills.ts'
import { openShop, openWorld, untilKnown, type World } from './partner-world.ts'
import type { Proof } from './proof.ts'
import { type Load, startRedeeming } from './redemption-load.ts'
import { openServerProcesses, type ServerProcesses } from './server-processes.ts'
import {
  runCounterfoil,
  type Service,
  type ServiceNode,
  serviceIn,
  startServiceNode,
} from './service-node.ts'
import { openWebhookCounter, type WebhookCounter } from './webhook-counter.ts'

const CLIENTS = 12
const ROUND_MS = 6_000
const CAP = 60
const DELIVERED_WITHIN_MS = 120_000

type Shop = { load: Load | null; world: World; capped: string; vouchers: string[] }

/**
 * A merchant at home and one in a cell, in two clusters, under load on both. They move to and fro, while kill -9 ends a node,
 * the worker, or all processes of one database: first each of them in each step of a move, and then at any moment. Nothing
 * acknowledged may be lost, no cap passed, and every event arrives and has one place in the feed.
 */
export const proveCells: Proof = async (directory, say, [passes = '1', rounds = '3']) => {
  const [home, east] = (await Promise.all(
    ['home', 'east'].map((name) => startEmbedded({ directory: join(directory, name) })),
  )) as [Awaited<ReturnType<typeof startEmbedded>>, Awaited<ReturnType<typeof startEmbedded>>]
  const processes = openServerProcesses(directory)
  const service = serviceIn('.', join(directory, 'data'))
  const env = { CELL_URLS: `east=${east.url}` }
  const members = await openMembers({ service, processes, urls: { home: home.url, east: east.url }, env })
  const { origins, prepare } = members
  const receiver = await openWebhookCounter()
  const world = await openWorld(origins[0] as string, receiver.url, 1)
  receiver.secrets = [world.partner.secret]
  await runCounterfoil(service, home.url, ['cells', 'create', 'east'], env)
  await sleep(2_500)
  const dbs = [await connect(home.url, { max: 2 }), await connect(east.url, { max: 2 })] as const
  const shops = [await openVouchers(world), await openVouchers(await openShop(world, 'shop-east'))]
  for (const origin of origins) for (const shop of shops) await untilKnown(origin, shop.world)
  for (const [i, shop] of shops.entries())
    shop.load = startRedeeming({
      ...{ origins, clients: CLIENTS, world: shop.world, round: `cells-${i}` },
      vouchers: [...shop.vouchers, shop.capped],
    })
  const feeds: string[][] = []
  const failures: string[] = []
  const command = (args: string[], signal?: AbortSignal) =>
    runCounterfoil(service, home.url, ['cells', 'move', ...args], env, signal)
  const merchants = shops.map(({ world }) => world.merchants[0]?.id ?? '')
  const stage = {
    home: dbs[0],
    command,
    prepare,
    shops: shops.map(({ load }, i) => ({ merchantId: merchants[i] ?? '', load })),
  }
  for (let pass = 0; pass < Number(passes); pass += 1)
    for (const [step, victim] of KILLS) {
      // Each time at another moment of the step.
      const failure = await killInStep(stage, { step, victim, delayMs: pass * 60 }, say)
      if (failure) failures.push(failure)
      feeds.push(await readFeed(home.url, world))
    }
  const mover = startMoving(merchants, command)
  for (let round = 0; round < Number(rounds); round += 1) {
    // Each time at another moment of a move.
    await sleep(ROUND_MS + round * 700)
    const victim = VICTIMS[(round + 1) % VICTIMS.length] as Victim
    say(`round ${round + 1}: kill -9 of ${victim}`)
    await (await prepare(victim))()
    feeds.push(await readFeed(home.url, world))
  }
  await sleep(ROUND_MS)
  const moves = await mover.end()
  say(`  ${moves} moves, to and fro`)
  for (const shop of shops) await shop.load?.end(30_000)
  if (Number(rounds) > 0 && moves === 0) failures.push('no merchant has moved')
  for (const [i, shop] of shops.entries()) failures.push(...(await compare(dbs, shop, `cells-${i}`, say)))
  for (const db of dbs) failures.push(...(await auditDatabase(db)))
  failures.push(...(await compareEvents(dbs, receiver, say)))
  failures.push(...compareFeeds(await untilFeedIsWhole(dbs, () => readFeed(home.url, world)), feeds, say))
  for (const failure of failures) say(`  broken: ${failure}`)
  await members.stop()
  for (const db of dbs) await db.end({ timeout: 1 })
  receiver.close()
  await Promise.all([home.stop(), east.stop()])
  return failures.length === 0
}

type Parts = {
  service: Service
  processes: ServerProcesses
  urls: Record<'home' | 'east', string>
  env: Record<string, string>
}

/** Two nodes and a worker. One of the nodes, the worker and both databases can be killed. */
async function openMembers({ service, processes, urls, env }: Parts) {
  const start = async (name: string, role: 'api' | 'worker', port: number): Promise<ServiceNode> =>
    startServiceNode(service, processes, { name, role, port, databaseUrl: urls.home, env })
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const startVictim = (victim: 'node' | 'worker') =>
    victim === 'node' ? start('a', 'api', ports[0]) : start('worker', 'worker', ports[1])
  const victims = { node: await startVictim('node'), worker: await startVictim('worker') }
  const second = await start('b', 'api', ports[2])
  return {
    origins: [victims.node.origin, second.origin],
    async prepare(victim: Victim): Promise<() => Promise<void>> {
      if (victim === 'home' || victim === 'east') return openDatabaseVictim(urls[victim])
      return async () => {
        victims[victim].node.child.kill('SIGKILL')
        await victims[victim].node.exited
        victims[victim] = await startVictim(victim)
      }
    },
    async stop() {
      for (const node of [victims.node, victims.worker, second]) await node.stop()
    },
  }
}

async function openVouchers(world: World): Promise<Shop> {
  const offer = (title: string, more: object) =>
    world.offer(title, { claimFlow: 'INSTANT', redemptionCount: 2, ...more })
  const vouchers = [await offer('Free kopi', {}), await offer('Free teh', {})]
  return { load: null, world, vouchers, capped: await offer('Last roti', { globalRedemptionCap: CAP }) }
}

/** Moves one merchant after the other to the other database, until `end`. A command that fails is given again. */
function startMoving(merchants: string[], move: (args: string[]) => Promise<string>) {
  let isOver = false
  let moves = 0
  const places = ['home', 'east']
  const until = async (work: () => Promise<unknown>) => {
    while (
      !(await work().then(
        () => true,
        () => false,
      ))
    )
      await sleep(500)
  }
  const running = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const place = turn % merchants.length
      const target = places[(place + Math.floor(turn / merchants.length) + 1) % 2] as string
      await until(() => move(['--merchant', merchants[place] as string, '--to', target]))
      moves += 1
    }
  })()
  return {
    async end() {
      isOver = true
      await running
      return moves
    },
  }
}

async function compare(
  dbs: readonly Db[],
  { load, capped }: Shop,
  round: string,
  say: (line: string) => void,
): Promise<string[]> {
  const { acknowledged, refused, unanswered } = (load as Load).record
  const lists = await Promise.all(
    dbs.map(
      (db) => db<{ key: string; redemptionId: string }[]>`
        select key, redemption_id from idempotency_keys where key like ${`${round}-%`}`,
    ),
  )
  const rows = lists.flat()
  const ids = new Map(rows.map(({ key, redemptionId }) => [key, redemptionId]))
  const counts = await Promise.all(
    dbs.map(
      (db) =>
        db<[{ used: number }]>`select count(*)::int as used from redemptions where voucher_id = ${capped}`,
    ),
  )
  const used = counts.reduce((sum, [row]) => sum + row.used, 0)
  const missing = [...acknowledged].filter(([key, id]) => ids.get(key) !== id).length
  const contradicted = [...refused.keys()].filter((key) => ids.has(key)).length
  say(`  ${round}: ${acknowledged.size} acknowledged, ${refused.size} refused, cap ${used} of ${CAP}`)
  const wrongs: [number, string][] = [
    [missing, 'acknowledged redemptions are missing'],
    [contradicted, 'refused requests have a row'],
    [unanswered.size, 'requests were never answered'],
    [rows.length - ids.size, 'keys are in both databases'],
    [Math.max(0, used - CAP), 'redemptions over the cap'],
  ]
  return wrongs.filter(([count]) => count > 0).map(([count, what]) => `${round}: ${count} ${what}`)
}

async function auditDatabase(db: Db): Promise<string[]> {
  const findings = (await auditLedger(db)).filter(({ severity }) => severity !== 'note')
  return findings.length === 0 ? [] : [`findings of the ledger: ${JSON.stringify(findings)}`]
}

async function compareEvents(
  dbs: readonly Db[],
  receiver: WebhookCounter,
  say: (line: string) => void,
): Promise<string[]> {
  const ids = await listEvents(dbs)
  await receiver.waitFor(ids.length, DELIVERED_WITHIN_MS)
  const undelivered = ids.filter((id) => !receiver.arrived.has(id)).length
  say(`  ${ids.length} events, ${receiver.requests()} deliveries, ${undelivered} events not delivered`)
  return [
    ...(undelivered > 0 ? [`${undelivered} events were not delivered`] : []),
    ...(receiver.differing > 0 ? [`${receiver.differing} deliveries had other bytes`] : []),
    ...(receiver.wronglySigned > 0 ? [`${receiver.wronglySigned} deliveries were signed wrongly`] : []),
  ]
}

async function listEvents(dbs: readonly Db[]): Promise<string[]> {
  const lists = await Promise.all(dbs.map((db) => db<{ id: string }[]>`select id from events`))
  return lists.flat().map(({ id }) => id)
}

function compareFeeds(final: string[], earlier: string[][], say: (line: string) => void): string[] {
  const moved = earlier.filter((feed) => feed.some((id, place) => final[place] !== id)).length
  say(
    `  ${final.length} events in the feed; ${earlier.length} earlier readings are its beginning: ${moved === 0}`,
  )
  return moved > 0 ? [`${moved} earlier readings of the feed are no beginning of the last one`] : []
}

/** The order of the feed as it is stored at home. */
async function readFeed(url: string, world: World): Promise<string[]> {
  const db = await connect(url, { max: 1 }).catch(() => null)
  if (db === null) return []
  const rows = await db<{ eventId: string }[]>`
    select event_id from feed_entries where partner_id = ${world.partner.id} order by position`.catch(
    () => [],
  )
  await db.end({ timeout: 1 })
  return rows.map(({ eventId }) => eventId)
}

async function untilFeedIsWhole(dbs: readonly Db[], read: () => Promise<string[]>): Promise<string[]> {
  const count = (await listEvents(dbs)).length
  for (let tries = 0; tries < 60; tries += 1) {
    const feed = await read()
    if (feed.length >= count) return feed
    await sleep(500)
  }
  throw new Error('the feed lacks events')
}
