import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditLedger } from '../src/domain/redemptions/ledger/ledger.ts'
import { connect, type Db } from '../src/platform/database/db.ts'
import { startEmbedded } from '../src/platform/embedded/server.ts'
import { freePort } from '../test/support/process.ts'
import { openWorld, PIN, untilKnown, type World } from './partner-world.ts'
import type { Proof } from './proof.ts'
import { type Load, startRedeeming } from './redemption-load.ts'
import { openServerProcesses } from './server-processes.ts'
import { runCounterfoil, type ServiceNode, serviceIn, startServiceNode } from './service-node.ts'
import { openWebhookCounter, type WebhookCounter } from './webhook-counter.ts'

const CLIENTS = 12
const ROUND_MS = 6_000
const CAP = 60
const DELIVERED_WITHIN_MS = 120_000

type Shop = { db: Db; load: Load | null; world: World; capped: string; vouchers: string[] }

/**
 * A merchant at home and one in a cell, in two clusters, under load on both, while kill -9 ends a node or all processes
 * of one database. Nothing acknowledged may be lost, no cap passed, and every event arrives and has one place in the feed.
 */
export const proveCells: Proof = async (directory, say, [rounds = '6']) => {
  const [home, east] = (await Promise.all(
    ['home', 'east'].map((name) => startEmbedded({ directory: join(directory, name) })),
  )) as [Awaited<ReturnType<typeof startEmbedded>>, Awaited<ReturnType<typeof startEmbedded>>]
  const processes = openServerProcesses(directory)
  const service = serviceIn('.', join(directory, 'data'))
  const env = { CELL_URLS: `east=${east.url}` }
  const start = async (name: string, port: number): Promise<ServiceNode> =>
    startServiceNode(service, processes, { name, role: 'all', port, databaseUrl: home.url, env })
  const ports = [await freePort(), await freePort()]
  const nodes = [await start('a', ports[0] as number), await start('b', ports[1] as number)]
  const origins = nodes.map(({ origin }) => origin)
  const receiver = await openWebhookCounter()
  const world = await openWorld(origins[0] as string, receiver.url, 1)
  receiver.secrets = [world.partner.secret]
  await runCounterfoil(service, home.url, ['cells', 'create', 'east'], env)
  await sleep(2_500)
  const dbs = [await connect(home.url, { max: 2 }), await connect(east.url, { max: 2 })] as const
  const shops = [await openShop(world, dbs[0], null), await openShop(world, dbs[1], 'shop-east')]
  for (const origin of origins) for (const shop of shops) await untilKnown(origin, shop.world)
  for (const [i, shop] of shops.entries())
    shop.load = startRedeeming({
      ...{ origins, clients: CLIENTS, world: shop.world, round: `cells-${i}` },
      vouchers: [...shop.vouchers, shop.capped],
    })
  const feeds: string[][] = []
  for (let round = 0; round < Number(rounds); round += 1) {
    await sleep(ROUND_MS)
    const act = ['node', 'home', 'east'][round % 3] as string
    say(`round ${round + 1}: kill -9 of ${act === 'node' ? 'node a' : `the database ${act}`}`)
    if (act === 'node') {
      nodes[0]?.node.child.kill('SIGKILL')
      await nodes[0]?.node.exited
      nodes[0] = await start('a', ports[0] as number)
    } else await killBackend(act === 'home' ? home.url : east.url)
    feeds.push(await readFeed(home.url, world))
  }
  await sleep(ROUND_MS)
  for (const shop of shops) await shop.load?.end(30_000)
  const failures: string[] = []
  for (const [i, shop] of shops.entries()) failures.push(...(await compare(shop, `cells-${i}`, say)))
  failures.push(...(await compareEvents(dbs, receiver, say)))
  const final = await untilFeedIsWhole(dbs, () => readFeed(home.url, world))
  const moved = feeds.filter((feed) => feed.some((id, place) => final[place] !== id)).length
  if (moved > 0) failures.push(`${moved} earlier readings of the feed are no beginning of the last one`)
  say(
    `  ${final.length} events in the feed; ${feeds.length} earlier readings are its beginning: ${moved === 0}`,
  )
  for (const failure of failures) say(`  broken: ${failure}`)
  for (const node of nodes) await node.stop()
  for (const db of dbs) await db.end({ timeout: 1 })
  receiver.close()
  await Promise.all([home.stop(), east.stop()])
  return failures.length === 0
}

/** The first merchant is at home. With a slug, a new one is created, which the newest cell gets. */
async function openShop(world: World, db: Db, slug: string | null): Promise<Shop> {
  let [merchant] = world.merchants as [World['merchants'][number]]
  if (slug !== null) {
    const { id } = await world.admin('POST', '/admin/merchants', { name: slug, slug, category: 'F_AND_B' })
    const place = {
      name: 'Outlet',
      addressLine: '1 Market Street',
      city: 'Ipoh',
      countryCode: 'MY',
      pin: PIN,
    }
    const outlet = await world.admin('POST', `/admin/merchants/${id}/outlets`, place)
    merchant = { id, outletId: outlet.id }
  }
  const own = { ...world, merchants: [merchant] }
  const offer = async (title: string, more: object): Promise<string> => {
    const image = 'https://example.com/offer.jpg'
    const voucher = { title, imagePath: image, claimFlow: 'INSTANT', redemptionCount: 2, ...more }
    const { id } = await world.admin('POST', `/admin/merchants/${merchant.id}/vouchers`, voucher)
    await world.admin('POST', `/admin/vouchers/${id}/publish`)
    return id
  }
  const vouchers = [await offer('Free kopi', {}), await offer('Free teh', {})]
  return {
    db,
    load: null,
    world: own,
    vouchers,
    capped: await offer('Last roti', { globalRedemptionCap: CAP }),
  }
}

/** PostgreSQL then ends all its processes and recovers from its log, as after a crash. */
async function killBackend(url: string): Promise<void> {
  const db = await connect(url, { max: 1 })
  const [row] = await db<[{ pid: number }]>`select pg_backend_pid() as pid`
  process.kill(row.pid, 'SIGKILL')
  await db.end({ timeout: 0 })
}

async function compare(
  { db, load, capped }: Shop,
  round: string,
  say: (line: string) => void,
): Promise<string[]> {
  const { acknowledged, refused, unanswered } = (load as Load).record
  const rows = await db<{ key: string; redemptionId: string }[]>`
    select key, redemption_id from idempotency_keys where key like ${`${round}-%`}`
  const ids = new Map(rows.map(({ key, redemptionId }) => [key, redemptionId]))
  const [{ used }] = await db<[{ used: number }]>`
    select count(*)::int as used from redemptions where voucher_id = ${capped}`
  const missing = [...acknowledged].filter(([key, id]) => ids.get(key) !== id).length
  const contradicted = [...refused.keys()].filter((key) => ids.has(key)).length
  const findings = (await auditLedger(db)).filter(({ severity }) => severity !== 'note')
  say(`  ${round}: ${acknowledged.size} acknowledged, ${refused.size} refused, cap ${used} of ${CAP}`)
  const wrongs: [number, string][] = [
    [missing, 'acknowledged redemptions are missing'],
    [contradicted, 'refused requests have a row'],
    [unanswered.size, 'requests were never answered'],
    [Math.max(0, used - CAP), 'redemptions over the cap'],
    [findings.length, `findings of the ledger: ${JSON.stringify(findings)}`],
  ]
  return wrongs.filter(([count]) => count > 0).map(([count, what]) => `${round}: ${count} ${what}`)
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
