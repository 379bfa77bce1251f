import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../../domain/deps.ts'

const QUERY_TIMEOUT_MS = 1000
/** A cell that does not answer must not hide what the others answer. */
const CELL_TIMEOUT_MS = 500

type GaugeOptions = {
  name: string
  help: string
  /** How the processes of a node are shown as one. */
  aggregator?: 'sum' | 'min' | 'max' | 'average'
  /** The value to show while the value is unknown. By default, the gauge is absent. */
  whenUnknown?: number
  read(): number | Promise<number | null> | null
}

/** Adds a gauge that is read at each scrape. It is unknown if `read` returns null, fails, or takes over a second. */
export function addGauge(
  registry: Registry,
  { name, help, aggregator = 'sum', whenUnknown, read }: GaugeOptions,
): void {
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    async collect() {
      const value = (await orNullAfterTimeout(Promise.resolve(read()))) ?? whenUnknown
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

/** A scrape returns the other metrics even while the database is unavailable. */
export async function orNullAfterTimeout<T>(
  query: Promise<T>,
  timeoutMs = QUERY_TIMEOUT_MS,
): Promise<T | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null).unref())
  return Promise.race([query, timeout]).catch(() => null)
}

/** What is read in each cell, home first. Unknown without home; without the cells that do not answer in time. */
export async function readInCells<T>(deps: Deps, read: (parts: Deps) => Promise<T> | T): Promise<T[]> {
  const parts = await partsOfCells(deps)
  const others = parts.map((one) => orNullAfterTimeout(Promise.resolve(read(one)), CELL_TIMEOUT_MS))
  const [home, ...rest] = await Promise.all([read(deps), ...others])
  return [home, ...rest.flatMap((one) => (one === null ? [] : [one]))]
}

/** The parts of all cells besides home that can be reached. */
export async function partsOfCells(deps: Deps): Promise<Deps[]> {
  const cells = await deps.cells.reachable().catch(() => [])
  return cells.filter(({ cell }) => cell !== null).map(deps.depsIn)
}

export async function sumInCells(
  deps: Deps,
  read: (parts: Deps) => Promise<number> | number,
): Promise<number> {
  return (await readInCells(deps, read)).reduce((sum, one) => sum + one, 0)
}

export async function maxInCells(
  deps: Deps,
  read: (parts: Deps) => Promise<number> | number,
): Promise<number> {
  return Math.max(...(await readInCells(deps, read)))
}
