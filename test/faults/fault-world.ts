import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type Node, spawnNode, untilUp } from '../support/process.ts'
import { within } from './deadline.ts'
import { answersAll, type Target } from './fault-clients.ts'
import { type DatabaseParts, type FaultDatabase, openFaultDatabase } from './fault-database.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import type { Fault } from './faults.ts'
import { ADMIN_KEY, openShop, originOf, publishVoucher, type Shop } from './shop.ts'

/** A database, a proxy before it, a shop, and one node process at a time. */
export type World = {
  database: FaultDatabase
  proxy: FaultProxy
  /** The checkout whose process runs. */
  service: string
  node(): RunningNode
  target(): Target
  /** A node with this DATABASE_URL that answers every kind of call: the running one, or a new one. */
  prepareNode(hosts: Fault['hosts']): Promise<void>
  /** Ends a node that did not recover. The next run starts a new one. */
  dropNode(): Promise<void>
  close(): Promise<void>
}

export type RunningNode = Node & { hosts: Fault['hosts']; origin: string; exit(): number | string | null }

/** `directory` is removed when the world is closed. */
export type WorldOptions = { directory: string; parts: DatabaseParts; service?: string }

const UP_MS = 60_000
const WORKING_MS = 15_000

type State = {
  node: RunningNode | null
  shop: Shop | null
  vouchers: string[]
  secretsKey: string
  checks: number
}

export async function openWorld({ directory, parts, service = '.' }: WorldOptions): Promise<World> {
  const state: State = {
    ...{ node: null, shop: null, vouchers: [], secretsKey: randomBytes(32).toString('base64'), checks: 0 },
  }
  const killNode = () => state.node?.child.kill('SIGKILL')
  process.once('exit', killNode)
  const database = await openFaultDatabase(directory, parts)
  const proxy = await openFaultProxy(database.port()).catch(async (error) => {
    await database.close()
    throw error
  })
  const world: World = {
    ...{ database, proxy, service: resolve(service) },
    node: () => state.node as RunningNode,
    target: () => targetOf(state),
    prepareNode: (hosts) => prepareNode(world, state, directory, hosts),
    dropNode: () => endNode(state),
    async close() {
      const ended = await Promise.allSettled([endNode(state), proxy.close(), database.close()])
      await rm(directory, { recursive: true, force: true })
      process.off('exit', killNode)
      for (const result of ended) if (result.status === 'rejected') throw result.reason
    },
  }
  try {
    // The shop is opened through the proxy only: a node that cannot use two hosts must fail its run, not this start.
    await startNode(world, state, directory, 'proxy')
    await stockShop(state)
    return world
  } catch (error) {
    await world.close()
    throw error
  }
}

function targetOf({ node, shop, vouchers }: State): Target {
  if (node === null || shop === null) throw new Error('no node runs')
  return { origin: node.origin, shop, vouchers }
}

/** One voucher whose counter all clients share, and one with codes. Neither runs out. */
async function stockShop(state: State): Promise<void> {
  const { origin } = state.node as RunningNode
  const shop = await openShop(origin)
  const capped = { title: 'Capped', redemptionCount: 1, globalRedemptionCap: 10_000_000 }
  const coded = { title: 'Coded', redemptionCount: 1, codeSource: 'AUTO' as const }
  state.vouchers = [await publishVoucher(origin, shop, capped), await publishVoucher(origin, shop, coded)]
  state.shop = shop
}

async function prepareNode(
  world: World,
  state: State,
  directory: string,
  hosts: Fault['hosts'],
): Promise<void> {
  world.proxy.target = world.database.port()
  await world.proxy.heal()
  const { node } = state
  if (node && node.hosts === hosts && (await becomesWorking(state))) return
  await startNode(world, state, directory, hosts)
  if (await becomesWorking(state)) return
  throw new Error(`the node started and does not work: ${lastWords(world.node())}`)
}

async function becomesWorking(state: State): Promise<boolean> {
  const deadline = Date.now() + WORKING_MS
  while (state.node?.exit() === null && Date.now() < deadline) {
    state.checks += 1
    if (await answersAll(targetOf(state), `check-${state.checks}`)) return true
    await sleep(200)
  }
  return false
}

async function startNode(
  world: World,
  state: State,
  directory: string,
  hosts: Fault['hosts'],
): Promise<void> {
  await endNode(state)
  const port = await freePort()
  const env = {
    DATABASE_URL: urlOf(world, hosts),
    SECRETS_KEY: state.secretsKey,
    ADMIN_API_KEY: ADMIN_KEY,
    LOG_LEVEL: 'error',
    PORT: String(port),
    DATA_DIR: join(directory, 'data'),
  }
  const node = spawnNode(env, join(world.service, 'src', 'main.ts'))
  let exit: number | string | null = null
  node.exited.then((code) => {
    exit = code
  })
  state.node = { ...node, hosts, origin: originOf(port), exit: () => exit }
  await within(UP_MS, 'the start of the node', untilUp(node))
}

function urlOf({ database, proxy }: World, hosts: Fault['hosts']): string {
  const own = `127.0.0.1:${proxy.port}`
  const credentials = `counterfoil:${database.password}`
  if (hosts === 'proxy') return `postgres://${credentials}@${own}/counterfoil`
  const both = `127.0.0.1:${database.standby?.port},${own}`
  return `postgres://${credentials}@${both}/counterfoil?target_session_attrs=read-write`
}

async function endNode(state: State): Promise<void> {
  if (state.node === null) return
  state.node.child.kill('SIGKILL')
  await within(10_000, 'the end of the node', state.node.exited)
  state.node = null
}

/** Why a node exited: its first fatal line, or the end of its output. */
export function lastWords(node: Node): string {
  const fatal = node
    .output()
    .split('\n')
    .find((line) => line.startsWith('{"level":60'))
  try {
    const { msg, err } = JSON.parse(fatal ?? '')
    return `${msg}: ${err?.message}`
  } catch {
    return node.output().trim().slice(-300)
  }
}
