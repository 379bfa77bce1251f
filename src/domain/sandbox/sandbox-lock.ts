import { FairPlaces } from '../../platform/fair-places.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { lockSandboxShared } from './queries.ts'

/** Test partners take turns, so that none waits for the whole queue of another. */
export type SandboxLock = {
  /**
   * Runs a request of a test partner. A reset waits for it, and it waits for a reset: so no request finds half of its
   * records deleted.
   */
  share<T>(partnerId: string, work: () => Promise<T>): Promise<T>
  /** For work that locks the sandbox itself, such as a reset. Refuses it with 429 if too many of the partner wait. */
  exclude<T>(partnerId: string, work: () => Promise<T>): Promise<T | Refusal>
}

/** Each holds a connection while it runs or waits for the lock. Test partners must not use up those of live ones. */
const MAX_AT_ONCE = 3
/** One partner must not use up those of the others either: a reset may take a minute. */
const MAX_AT_ONCE_PER_PARTNER = 2
/** They run one after the other, so more than these would only reach their deadline. */
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
