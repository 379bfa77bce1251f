import type { Deps } from '../domain/deps.ts'
import { deleteRefusalCountsBefore } from '../domain/figures/queries.ts'
import {
  deleteOutletDefensesBefore,
  deletePinFailuresBefore,
  deletePinLocksBefore,
} from '../domain/redemptions/pin-queries.ts'

const HOUR_MS = 60 * 60 * 1000
/** Guesses count for a day, each together with those of the hour before it; and an hour to spare, since clocks differ. */
const PIN_FAILURES_KEPT_MS = 26 * HOUR_MS
/** As far back as figures go by day, and a day to spare. */
const REFUSAL_COUNTS_KEPT_MS = 401 * 24 * HOUR_MS
const ROWS_AT_ONCE = 5000

/** Clears what nobody will ask for any more, a few rows a transaction, so that nobody has to wait for it. */
export async function sweep(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  stopping?: AbortSignal,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  const chores = [
    { remove: deletePinFailuresBefore, keptMs: PIN_FAILURES_KEPT_MS },
    { remove: deletePinLocksBefore, keptMs: PIN_FAILURES_KEPT_MS },
    { remove: deleteOutletDefensesBefore, keptMs: PIN_FAILURES_KEPT_MS },
    { remove: deleteRefusalCountsBefore, keptMs: REFUSAL_COUNTS_KEPT_MS },
  ]
  for (const { remove, keptMs } of chores) {
    const before = new Date(now().getTime() - keptMs)
    let removed = rowsAtOnce
    while (removed === rowsAtOnce && !stopping?.aborted) {
      removed = await db.begin((tx) => remove(tx, before, rowsAtOnce))
    }
  }
}
