import { FairPlaces } from '../../platform/fair-places.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { lockSandboxShared } from './queries.ts'

/** Test partners take turns, so that none waits for the whole queue of another. */
export type SandboxLock = {
  /** Runs a request of a test partner. Requests and resets wait for each other, so a request sees all its records. */
  share<T>(partnerId: string, work: () => Promise<T>): Promise<T>
  /**
   * Runs work that locks the sandbox itself, such as a reset. Refuses it with 429 if too many works of the partner wait.
   */
  exclude<T>(partnerId: string, work: () => Promise<T>): Promise<T | Refusal>
}

/** A request holds a connection while it runs or waits for the lock. Live partners must always find free ones. */
const MAX_AT_ONCE = 3
/** One test partner must not use up the connections of the others either: a reset may take a minute. */
const MAX_AT_ONCE_PER_PARTNER = 2
/** These works run one after the other, so further ones would only reach their deadline. */
const MAX_EXCLUDING_PER_PARTNER = 5

export function openSandboxLock({ db }: Pick<Runtime, 'db'>): SandboxLock {
  const turns = new FairPlaces({ atOnce: MAX_AT_ONCE, atOncePerKey: MAX_AT_ONCE_PER_PARTNER })
  const excluding = new FairPlaces({ atOncePerKey: 1, perKey: MAX_EXCLUDING_PER_PARTNER })
  return {
    share: (partnerId, work) =>
      turns.inTurn(partnerId, () =>
        db.begin(async (tx) => {
          await lockSandboxShared(tx, partnerId)
          return work()
        }),
      ),
    exclude: (partnerId, work) => excluding.run(partnerId, () => turns.inTurn(partnerId, work)),
  }
}
