import { columnsOf } from '../../../platform/database/array-literal.ts'
import type { Db } from '../../../platform/database/db.ts'
import { deletionBefore } from '../../../platform/database/deletion-before.ts'

/** A guess whose response would reveal whether the PIN is right. */
export type GuessToJudge = {
  failureId: string
  userId: string
  outletId: string
  isWrong: boolean
  /** Whether the request has coordinates inside the geofence. */
  isAtOutlet: boolean
}

export type JudgedGuess = {
  /** The number of the guess in the input, from 1. */
  ordinal: number
  userLockedUntil: string | null
  outletDefendedUntil: string | null
}

export type PinTimes = Record<
  'now' | 'lockWindowStart' | 'lockEnd' | 'defenseWindowStart' | 'defenseEnd',
  Date
>

/** Counts and records wrong PINs while their outlet is locked. Call this before the guesses are answered. */
export function judgePinGuesses(
  db: Db,
  guesses: GuessToJudge[],
  { now, lockWindowStart, lockEnd, defenseWindowStart, defenseEnd }: PinTimes,
  limits: { ofUser: number; ofNewcomers: number },
): Promise<JudgedGuess[]> {
  const each = columnsOf(guesses)
  return db<JudgedGuess[]>`
    select place as ordinal, user_locked_until, outlet_defended_until
    from judge_pin_guesses(
      failure_ids => ${each(({ failureId }) => failureId)}::uuid[],
      user_ids => ${each(({ userId }) => userId)}::uuid[],
      outlet_ids => ${each(({ outletId }) => outletId)}::uuid[],
      are_wrong => ${each(({ isWrong }) => isWrong)}::boolean[],
      are_at_outlet => ${each(({ isAtOutlet }) => isAtOutlet)}::boolean[],
      moment => ${now}::timestamptz,
      lock_window_start => ${lockWindowStart}::timestamptz,
      lock_end => ${lockEnd}::timestamptz,
      defense_window_start => ${defenseWindowStart}::timestamptz,
      defense_end => ${defenseEnd}::timestamptz,
      max_of_user => ${limits.ofUser}::integer,
      max_of_newcomers => ${limits.ofNewcomers}::integer
    )`
}

export const deletePinFailuresBefore = deletionBefore('pin_failures', 'at')

export const deletePinLocksBefore = deletionBefore('pin_locks', 'guessed_at')

export const deleteOutletDefensesBefore = deletionBefore('outlet_defenses', 'guessed_at')
