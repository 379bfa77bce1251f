import type { Db } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { decide, type Facts, isAtOutlet } from './decide.ts'
import { secondsUntil } from './facts.ts'
import { judgePinGuesses } from './pin-queries.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Wrong PINs of one user at one outlet; then that user is locked out there. */
const LOCK = { wrongPins: 10, windowMs: 24 * HOUR_MS, lastsMs: HOUR_MS }
/** Wrong PINs at one outlet of users who have never redeemed there; then they must be there. Each further one prolongs it. */
const DEFENSE = { wrongPins: 20, windowMs: 10 * MINUTE_MS, lastsMs: HOUR_MS }

/** A refusal that tells whether the PIN was right, and the facts that it rests on. */
export type PinGuess = { place: number; userId: string; facts: Facts }

/**
 * What guesses are answered, by their place in the batch. Their facts may be older than wrong PINs that others have sent
 * meanwhile, so they are counted first; whoever is beyond the limit then is refused without a look at the PIN.
 */
export async function answerGuesses(
  db: Db,
  guesses: PinGuess[],
  now: Date,
): Promise<{ place: number; refusal: Refusal; isWrong: boolean }[]> {
  const from = (ms: number) => new Date(now.getTime() + ms)
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
      lockWindowStart: from(-LOCK.windowMs),
      lockEnd: from(LOCK.lastsMs),
      defenseWindowStart: from(-DEFENSE.windowMs),
      defenseEnd: from(DEFENSE.lastsMs),
    },
    { ofUser: LOCK.wrongPins, ofNewcomers: DEFENSE.wrongPins },
  )
  return judged.map(({ place: nth, userLockedUntil, outletDefendedUntil }) => {
    const { place, facts } = guesses[nth - 1] as PinGuess
    const decision = decide({
      ...facts,
      retryAfterSeconds: secondsUntil(userLockedUntil, now),
      defenseSeconds: secondsUntil(outletDefendedUntil, now),
    })
    if (!('code' in decision)) throw new Error('a refused redemption was granted')
    return {
      place,
      refusal: refuse(decision.code, decision.details),
      isWrong: facts.pinIsRight === false,
    }
  })
}
