import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { connect } from '../database/db.ts'
import { closePools, openPools, type Pools } from '../database/open-pools.ts'
import { isHere, listCellNames, type RecordKind } from './cell-queries.ts'
import { urlOfCell } from './prepare-cell.ts'

/** The databases that merchants live in. Without cells, home is the only one. */
export type Cells = {
  /** Whether there are others than home. */
  hasOthers(): boolean
  /** All of them, home first. Throws while one cannot be reached: a list must not lack the records of a cell. */
  all(): Promise<Pools[]>
  /** Those that can be reached, for work that the others do not need. */
  reachable(): Promise<Pools[]>
  /** The one that has the record; home if none has it. */
  of(kind: RecordKind, id: string): Promise<Pools>
  /** The one that has the record; null if none has it. */
  find(kind: RecordKind, id: string): Promise<Pools | null>
  /** The newest one: a cell is created when the others are full. */
  forNewMerchant(): Promise<Pools>
  /** Loads the names of the cells now, and follows changes until `close`. */
  follow(): Promise<void>
  close(): Promise<void>
}

/** Parts of a process, and the same parts for the records of another cell. */
export type InCells<D> = D & { depsIn(cell: Pools): D }

/** A cell that was created elsewhere is known after at most this time. */
const POLL_MS = 1_000
/** A cell that could not be reached is tried again after this time. Until then, callers fail at once. */
const RETRY_MS = 1_000
/** Beyond this many, the cells of records are looked up again. */
const MAX_REMEMBERED = 100_000

type CellsDeps = Pools & { config: Pick<Config, 'cellUrls'>; log: Logger }

export function openCells(deps: CellsDeps): Cells {
  const { config: _, log, ...home } = deps
  const connections = openConnections(deps)
  const cellOf = new Map<string, string>()
  let names: string[] | null = null
  let timer: NodeJS.Timeout | null = null

  const load = async () => {
    names = await listCellNames(home.db)
    return names
  }
  /** A process that does not follow the cells, such as a command, loads their names once. */
  const known = async () => names ?? load()
  const reload = () => load().catch((error) => log.debug({ err: error }, 'could not load the list of cells'))
  const all = async () => [home, ...(await Promise.all((await known()).map(connections.open)))]

  const find: Cells['find'] = async (kind, id) => {
    if ((await known()).length === 0) return home
    const remembered = cellOf.get(id)
    if (remembered !== undefined) return connections.open(remembered)
    for (const cell of await all()) {
      if (!(await isHere(cell.db, kind, id))) continue
      if (cell.cell === null) return home
      if (cellOf.size >= MAX_REMEMBERED) cellOf.clear()
      cellOf.set(id, cell.cell)
      return cell
    }
    return null
  }

  return {
    hasOthers: () => names !== null && names.length > 0,
    all,
    async reachable() {
      const cells = await Promise.allSettled((await known()).map(connections.open))
      return [home, ...cells.flatMap((cell) => (cell.status === 'fulfilled' ? [cell.value] : []))]
    },
    of: async (kind, id) => (await find(kind, id)) ?? home,
    find,
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

/** Opens the pools of a cell when they are first needed. */
function openConnections({ config, homeDb, log }: CellsDeps) {
  const opened = new Map<string, Promise<Pools>>()
  /** The cells whose outage is logged. */
  const unreached = new Set<string>()

  const connectTo = async (name: string) => {
    const db = await connect(urlOfCell(config, homeDb.url, name), { name: `counterfoil ${name}` })
    return openPools(db, name, homeDb)
  }
  const onFailure = (name: string, error: unknown) => {
    if (!unreached.has(name)) log.warn({ err: error, cell: name }, 'cannot reach the cell')
    unreached.add(name)
    setTimeout(() => opened.delete(name), RETRY_MS).unref()
  }
  return {
    open(name: string): Promise<Pools> {
      const before = opened.get(name)
      if (before) return before
      const opening = connectTo(name)
      opened.set(name, opening)
      opening.then(
        () => unreached.delete(name),
        (error) => onFailure(name, error),
      )
      return opening
    },
    async close() {
      const cells = await Promise.allSettled(opened.values())
      await Promise.all(cells.map((cell) => cell.status === 'fulfilled' && closePools(cell.value, 1)))
    },
  }
}
