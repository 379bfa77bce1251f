import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { connect } from '../database/db.ts'
import { closePools, openPools, type Pools } from '../database/open-pools.ts'
import { isHere, listCellNames, type RecordKind } from './cell-queries.ts'
import { countSwitches } from './move-queries.ts'
import { urlOfCell } from './prepare-cell.ts'

/** The databases that merchants live in. Without cells, home is the only one. */
export type Cells = {
  /** Whether there are others than home. */
  hasOthers(): boolean
  /** All of them, home first. Throws while one cannot be reached: a list must not lack the records of a cell. */
  all(): Promise<Pools[]>
  /** One of them by its name; null is home. */
  named(cell: string | null): Promise<Pools>
  /** Those that can be reached, for work that the others do not need. */
  reachable(): Promise<Pools[]>
  /** Asks each for a sign of life: those that answer, home first, and the names of the others. */
  probe(deadlineMs: number): Promise<{ answering: Pools[]; dead: string[] }>
  /** The one that has the record; home if none has it. */
  of(kind: RecordKind, id: string): Promise<Pools>
  /** The one that has the record; null if none has it. */
  find(kind: RecordKind, id: string): Promise<Pools | null>
  /** Looks the record up again next time: its merchant may have moved. */
  forget(id: string): void
  /** The newest one: a cell is created when the others are full. */
  forNewMerchant(): Promise<Pools>
  /** Loads the names of the cells now, and follows changes until `close`. */
  follow(): Promise<void>
  close(): Promise<void>
}

/** Parts of a process, and the same parts for the records of another cell. */
export type InCells<D> = Omit<D, 'depsIn'> & { depsIn(cell: Pools): D }

/** A cell that was created elsewhere is known after at most this time. */
const POLL_MS = 1_000
/** How often a cell that could not be reached is tried again. Until then, callers fail at once. */
const RETRY_MS = 1_000
/** Beyond this many, the cells of records are looked up again. */
const MAX_REMEMBERED = 100_000

type CellsDeps = Pools & { config: Pick<Config, 'cellUrls'>; log: Logger }

export function openCells(deps: CellsDeps): Cells {
  const { config: _, log, ...home } = deps
  const connections = openConnections(deps)
  /** The cells of records that were found, by their ids; null is home. */
  const cellOf = new Map<string, string | null>()
  let names: string[] | null = null
  /** How many merchants have moved: cells that are remembered from before the last one may be wrong. */
  let switches = 0
  let timer: NodeJS.Timeout | null = null

  const load = async () => {
    const hadNone = names?.length === 0
    names = await listCellNames(home.db)
    if (names.length === 0) return names
    // Connections from before the first cell do not have the search path that hides a moving merchant.
    if (hadNone) home.db.retireConnections()
    const count = await countSwitches(home.db)
    if (count !== switches) cellOf.clear()
    switches = count
    return names
  }
  /** A process that does not follow the cells, such as a command, loads their names once. */
  const known = async () => names ?? load()
  const reload = () => load().catch((error) => log.debug({ err: error }, 'could not load the list of cells'))
  const all = async () => [home, ...(await Promise.all((await known()).map(connections.open)))]

  const find: Cells['find'] = async (kind, id) => {
    const names = await known()
    if (names.length === 0) return home
    const remembered = cellOf.get(id)
    if (remembered !== undefined) return remembered === null ? home : connections.open(remembered)
    const cell = (await isHere(home.db, kind, id)) ? home : await findAmong(names, connections.open, kind, id)
    if (cellOf.size >= MAX_REMEMBERED) cellOf.clear()
    if (cell) cellOf.set(id, cell.cell)
    return cell
  }

  return {
    hasOthers: () => names !== null && names.length > 0,
    all,
    named: async (cell) => (cell === null ? home : connections.open(cell)),
    async reachable() {
      return [home, ...fulfilled(await Promise.allSettled((await known()).map(connections.open)))]
    },
    probe: async (deadlineMs) => probeCells(home, await known(), connections.open, deadlineMs),
    of: async (kind, id) => (await find(kind, id)) ?? home,
    find,
    forget: (id) => void cellOf.delete(id),
    async forNewMerchant() {
      const newest = (await known()).at(-1)
      return newest === undefined ? home : connections.open(newest)
    },
    async follow() {
      timer ??= setInterval(reload, POLL_MS).unref()
      await load()
    },
    async close() {
      if (timer) clearInterval(timer)
      await connections.close()
    },
  }
}

type Open = (name: string) => Promise<Pools>

async function findAmong(names: string[], open: Open, kind: RecordKind, id: string): Promise<Pools | null> {
  let failure: unknown = null
  for (const name of names) {
    try {
      const cell = await open(name)
      if (await isHere(cell.db, kind, id)) return cell
    } catch (error) {
      failure = error
    }
  }
  // The record may be in the cell that did not answer.
  if (failure !== null) throw failure
  return null
}

async function probeCells(
  home: Pools,
  names: string[],
  open: Open,
  deadlineMs: number,
): ReturnType<Cells['probe']> {
  const probes = await Promise.allSettled(
    names.map(async (name) => {
      const cell = await open(name)
      await cell.db.requirePrimary(deadlineMs)
      return cell
    }),
  )
  return {
    answering: [home, ...fulfilled(probes)],
    dead: names.filter((_, place) => probes[place]?.status === 'rejected'),
  }
}

function fulfilled(cells: PromiseSettledResult<Pools>[]): Pools[] {
  return cells.flatMap((cell) => (cell.status === 'fulfilled' ? [cell.value] : []))
}

/** Opens the pools of a cell when they are first needed. */
function openConnections({ config, homeDb, log }: CellsDeps) {
  const opened = new Map<string, Promise<Pools>>()
  const closing = new AbortController()

  const connectTo = async (name: string) => {
    const db = await connect(urlOfCell(config, homeDb.url, name), { name: `counterfoil ${name}` })
    return openPools(db, name, homeDb)
  }
  const reconnect = async (name: string) => {
    while (!closing.signal.aborted) {
      await sleep(RETRY_MS, undefined, { ref: false })
      const pools = await connectTo(name).catch(() => null)
      if (pools === null) continue
      opened.set(name, Promise.resolve(pools))
      if (closing.signal.aborted) await closePools(pools, 1)
      return
    }
  }
  return {
    open(name: string): Promise<Pools> {
      const known = opened.get(name)
      if (known) return known
      const opening = connectTo(name)
      opened.set(name, opening)
      opening.catch((error) => {
        log.warn({ err: error, cell: name }, 'cannot reach the cell')
        return reconnect(name)
      })
      return opening
    },
    async close() {
      closing.abort()
      const cells = await Promise.allSettled(opened.values())
      await Promise.all(cells.map((cell) => cell.status === 'fulfilled' && closePools(cell.value, 1)))
    },
  }
}
