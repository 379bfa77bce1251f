import type { Deps } from '../deps.ts'
import { lockSandboxShared } from './queries.ts'

export type SandboxLock = {
  /**
   * Runs a request of a test partner. A reset waits for it, and it waits for a reset: so no request finds half of its
   * records deleted.
   */
  share<T>(partnerId: string, work: () => Promise<T>): Promise<T>
  /** For work that locks the sandbox itself, such as a reset. */
  queue<T>(work: () => Promise<T>): Promise<T>
}

/** Each holds a connection while it runs or waits for the lock. Test partners must not use up those of live ones. */
const MAX_AT_ONCE = 3

export function openSandboxLock({ db }: Pick<Deps, 'db'>): SandboxLock {
  const waiting: (() => void)[] = []
  let running = 0

  const queue: SandboxLock['queue'] = async (work) => {
    if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    queue,
    share: (partnerId, work) =>
      queue(() =>
        db.begin(async (tx) => {
          await lockSandboxShared(tx, partnerId)
          return work()
        }),
      ),
  }
}
