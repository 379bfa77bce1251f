/** Reads from a standby of the database, if it shows everything that the primary has committed. */
import type { Logger } from 'pino'
import { connect, type Db } from './db.ts'

export type Replica = {
  /**
   * Returns a database that shows everything committed before this call, on any node: the replica if it catches up in
   * time, otherwise the primary. Use it only for reads that nothing is decided by.
   */
  forReading(): Promise<Db>
  /** 0 if the replica has every commit of the primary; null without a replica. Throws if it cannot be reached. */
  findLagSeconds(): Promise<number | null>
  /** Whether the last read had to go to the primary; null without a replica. */
  isLeftOut(): boolean | null
  close(): Promise<void>
}

type Options = { db: Db; log: Logger; replicaUrl: string | null }

/** How long a read waits for the standby, which is usually milliseconds behind. */
const CATCH_UP_MS = 300
const POLL_MS = 15
/** How long the replica is not used after a failure. */
const LEFT_OUT_MS = 5_000
const CHECK_DEADLINE_MS = 1_000

export function openReplica({ db: primary, log, replicaUrl }: Options): Replica {
  if (replicaUrl === null) {
    return {
      forReading: async () => primary,
      findLagSeconds: async () => null,
      isLeftOut: () => null,
      close: async () => {},
    }
  }
  let connecting: Promise<Db> | null = null
  let leftOutUntilMs = -Infinity
  let isLeftOut = false
  const connected = () => {
    connecting ??= connect(replicaUrl, { name: 'counterfoil replica' }).catch((error) => {
      connecting = null
      throw error
    })
    return connecting
  }
  const leaveOut = (reason: string) => {
    leftOutUntilMs = performance.now() + LEFT_OUT_MS
    if (!isLeftOut) log.warn({ reason }, 'the replica is left out: reads go to the primary')
    isLeftOut = true
    return primary
  }
  const use = (replica: Db) => {
    if (isLeftOut) log.info('the replica has caught up: reads go to it again')
    isLeftOut = false
    return replica
  }
  return {
    async forReading() {
      if (performance.now() < leftOutUntilMs) return primary
      const position = await positionOf(primary)
      try {
        const replica = await connected()
        const behind = await catchUp(replica, position)
        return behind === null ? use(replica) : leaveOut(behind)
      } catch (error) {
        return leaveOut(`it cannot be reached (${(error as { code?: string }).code ?? 'no response'})`)
      }
    },
    async findLagSeconds() {
      const [position, replica] = await Promise.all([positionOf(primary), connected()])
      const { isReached, behindSeconds } = await stateOf(replica, position)
      return isReached ? 0 : behindSeconds
    },
    isLeftOut: () => isLeftOut,
    close: async () => (await connecting?.catch(() => null))?.end({ timeout: 1 }),
  }
}

/** How far the log is written: every commit that was acknowledged is before it. */
async function positionOf(primary: Db): Promise<string> {
  const [row] = await primary<[{ position: string }]>`select pg_current_wal_lsn()::text as position`
  return row.position
}

/** Resolves to null once the replica has reached the position, otherwise to the reason why it has not. */
async function catchUp(replica: Db, position: string): Promise<string | null> {
  const deadline = performance.now() + CATCH_UP_MS
  for (;;) {
    const { isReplica, isReached, behindSeconds } = await stateOf(replica, position)
    if (!isReplica) return 'it is not a replica'
    if (isReached) return null
    if (performance.now() > deadline) return `it is ${behindSeconds ?? 'many'} seconds behind`
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

type ReplicaState = { isReplica: boolean; isReached: boolean | null; behindSeconds: number | null }

async function stateOf(replica: Db, position: string): Promise<ReplicaState> {
  const check = replica.withLimits({ deadlineMs: CHECK_DEADLINE_MS })
  const [row] = await check<[ReplicaState]>`
    select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() >= ${position}::pg_lsn as is_reached,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::int as behind_seconds`
  return row
}
