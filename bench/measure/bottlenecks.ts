import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from './cpu-seconds.ts'

export type Bottlenecks = {
  cpuSeconds: { service: number | null; postgres: number | null; generator: number }
  /** For each wait event, its share of all samples of active connections. */
  waits: Record<string, number>
}

const SAMPLE_EVERY_MS = 20

/** Samples during a measurement which process uses the CPU and what the database waits for. */
export async function watchBottlenecks(
  { databaseUrl, postmaster }: { databaseUrl: string; postmaster: number },
  service = 0,
): Promise<{ end(generator: number): Promise<Bottlenecks> }> {
  const db = await connect(databaseUrl, { max: 1 })
  const cpuTimes = async () => ({
    service: await cpuSecondsOf(service),
    postgres: await cpuSecondsOfFamily(postmaster),
  })
  const seen: Record<string, number> = {}
  const before = await cpuTimes()
  let isOver = false
  const sampling = sample()
  async function sample() {
    while (!isOver) {
      for (const { event } of await waitEvents(db)) seen[event] = (seen[event] ?? 0) + 1
      await sleep(SAMPLE_EVERY_MS)
    }
  }
  return {
    async end(generator) {
      isOver = true
      await sampling
      const after = await cpuTimes()
      await db.end()
      const used = (name: 'service' | 'postgres') => {
        const [from, to] = [before[name], after[name]]
        return from === null || to === null ? null : Math.round((to - from) * 100) / 100
      }
      return {
        cpuSeconds: { service: used('service'), postgres: used('postgres'), generator },
        waits: shares(seen),
      }
    },
  }
}

function waitEvents(db: Db) {
  return db<{ event: string }[]>`
    select coalesce(wait_event_type || ': ' || wait_event, 'running') as event
    from pg_stat_activity
    where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`
}

function shares(seen: Record<string, number>): Record<string, number> {
  const all = Object.values(seen).reduce((sum, n) => sum + n, 0)
  const entries = Object.entries(seen).sort(([, a], [, b]) => b - a)
  return Object.fromEntries(entries.map(([event, n]) => [event, Math.round((n / all) * 1000) / 1000]))
}
