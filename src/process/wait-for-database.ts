import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { type ConnectOptions, connect, type Db } from '../platform/database/db.ts'
import { connectionError, describeConnectionFailure, isLasting } from './connection-failure.ts'
import { openWaitingServer, type WaitingServer } from './waiting-server.ts'

const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 5_000
const LOG_EVERY_MS = 60_000

/** Connects while the service starts. `stopListening` frees the port: call it just before the service listens. */
export type DatabaseWait = {
  connect(url: string, options: ConnectOptions): Promise<Db>
  stopListening(): Promise<void>
}

/**
 * A machine may start before its database. The node then listens, is alive but not ready, and retries until the database
 * is there. A failure that waiting cannot fix, such as an untrusted certificate, is thrown.
 */
export function openDatabaseWait(config: Config, log: Logger): DatabaseWait {
  let waiting: WaitingServer | null = null

  const connectWhenReachable = async (url: string, options: ConnectOptions): Promise<Db> => {
    let loggedAtMs = -Infinity
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        return await connect(url, options)
      } catch (error) {
        if (isLasting(error)) throw connectionError(error)
        waiting ??= await openWaitingServer(config)
        if (performance.now() - loggedAtMs >= LOG_EVERY_MS) {
          loggedAtMs = performance.now()
          log.warn(`waiting for the database: ${describeConnectionFailure(error as Error)}`)
        }
        await sleep(pauseMs)
      }
    }
  }

  return {
    connect: connectWhenReachable,
    stopListening: async () => waiting?.close(),
  }
}
