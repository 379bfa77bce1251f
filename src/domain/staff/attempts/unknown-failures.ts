import type { Runtime } from '../../../platform/runtime.ts'
import { SYSTEM } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { addressGroup } from './guess-limit.ts'
import {
  countUnknownFailure,
  OTHERS,
  takeUnknownFailuresBefore,
  type UnknownFailures,
} from './unknown-failure-queries.ts'

const HOUR_MS = 60 * 60_000
/** How many addresses an hour counts separately. All further addresses are one sum. */
const MAX_ADDRESSES = 1000
/** How many addresses of an hour get their own entry: those with most failures. */
const MAX_ENTRIES = 20

/** Counts a failed sign-in without a known account. Anybody can cause any number of them, so they are not recorded. */
export async function addUnknownFailure({ db, now }: Runtime, address: string): Promise<void> {
  await countUnknownFailure(db, startOfHour(now()), addressGroup(address), MAX_ADDRESSES)
}

/** Writes the hours that have ended to the audit log. */
export async function recordUnknownFailures({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<void> {
  await db.begin(async (tx) => {
    const counted = await takeUnknownFailuresBefore(tx, startOfHour(now()))
    for (const after of summarizeFailures(counted))
      await record(tx, {
        caller: SYSTEM,
        at: now(),
        action: 'session.refuse',
        target: 'staff:unknown',
        after,
      })
  })
}

/** Returns, for each hour, the addresses with most failures, and one sum of all others. */
export function summarizeFailures(counted: UnknownFailures[]): UnknownFailures[] {
  const byHour = Map.groupBy(counted, ({ hour }) => hour)
  return [...byHour].sort().flatMap(([hour, ofHour]) => {
    const byFailures = ofHour
      .filter(({ address }) => address !== OTHERS)
      .sort((one, other) => other.failures - one.failures)
    const single = byFailures.slice(0, MAX_ENTRIES)
    const sum = (rows: UnknownFailures[]) => rows.reduce((total, { failures }) => total + failures, 0)
    const failures = sum(ofHour) - sum(single)
    return failures > 0 ? [...single, { hour, address: OTHERS, failures }] : single
  })
}

function startOfHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS)
}
