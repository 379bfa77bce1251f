import { Gauge, type Registry } from 'prom-client'

const QUERY_TIMEOUT_MS = 1000

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
export async function orNullAfterTimeout<T>(query: Promise<T>): Promise<T | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, QUERY_TIMEOUT_MS, null).unref())
  return Promise.race([query, timeout]).catch(() => null)
}
