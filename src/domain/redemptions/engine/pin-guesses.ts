import type { Db } from '../../../platform/database/db.ts'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import { decide, type Facts, isAtOutlet } from '../rules/decide.ts'
import { secondsUntil } from './facts.ts'
import { judgePinGuesses } from './pin-queries.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** After this many wrong PINs of one user at one outlet, the user is locked out there. */
const USER_LOCK = { wrongPins: 10, windowMs: 24 * HOUR_MS, lastsMs: HOUR_MS }
/**
 * After this many wrong PINs at one outlet, from users who have never redeemed there, such users must be within the
 * geofence. Each further wrong PIN extends the defense.
 */
const OUTLET_DEFENSE = { wrongPins: 20, windowMs: 10 * MINUTE_MS, lastsMs: HOUR_MS }

/** A refusal that reveals whether the PIN was right, and the facts behind it. */
export type PinGuess = { index: number; userId: string; facts: Facts }

/**
 * Counts PIN guesses, then decides them again. Other requests may have sent wrong PINs since the facts were loaded: a
 * guess that is now beyond a limit is refused without checking its PIN. `index` is the place in the batch.
 */
export async function answerGuesses(
  db: Db,
  guesses: PinGuess[],
  now: Date,
): Promise<{ index: number; refusal: Refusal; isWrong: boolean }[]> {
  const afterMs = (ms: number) => new Date(now.getTime() + ms)
  const judged = await judgePinGuesses(
    db,
    guesses.map(({ userId, facts }) => ({
      failureId: orderedId(),
      userId,
      outletId: facts.outlet?.id ?? '',
      isWrong: facts.pinIsRight === false,
      isAtOutlet: isAtOutlet(facts),
    })),
    {
      now,
      lockWindowStart: afterMs(-USER_LOCK.windowMs),
      lockEnd: afterMs(USER_LOCK.lastsMs),
      defenseWindowStart: afterMs(-OUTLET_DEFENSE.windowMs),
      defenseEnd: afterMs(OUTLET_DEFENSE.lastsMs),
    },
    { ofUser: USER_LOCK.wrongPins, ofNewcomers: OUTLET_DEFENSE.wrongPins },
  )
  return judged.map(({ ordinal, userLockedUntil, outletDefendedUntil }) => {
    const { index, facts } = guesses[ordinal - 1] as PinGuess
    const decision = decide({
      ...facts,
      retryAfterSeconds: secondsUntil(userLockedUntil, now),
      defenseSeconds: secondsUntil(outletDefendedUntil, now),
    })
    if (!('code' in decision)) throw new Error('a refused redemption was granted')
    return {
      index,
      refusal: refuse(decision.code, decision.details),
      isWrong: facts.pinIsRight === false,
    }
  })
}
