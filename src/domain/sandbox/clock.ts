import type { ClockChange, TestClock } from '@counterfoil/contract/integration/sandbox.ts'
import type { Static } from 'typebox'
import { type Issue, invalid, issueAt, Refusal, refuse } from '../../platform/refusal.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { type Actor, record } from '../audit/record.ts'
import { changePartner } from '../partners/change-partner.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { timeOf } from '../partners/partner-time.ts'
import { lockClock, updateClock } from '../partners/queries.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { findNewestTime, lockSandbox } from './queries.ts'

type Clock = Static<typeof TestClock>
type Change = Static<typeof ClockChange>

const MAX_YEARS = 2

export function readClock(partner: PartnerEntry, now: Date): Clock {
  return { now: timeOf(partner, now).toISOString(), realTime: now.toISOString() }
}

export async function moveClock(
  deps: PartnersDeps & RefusalsDeps,
  actor: Actor,
  partner: PartnerEntry,
  change: Change,
): Promise<Clock | Refusal> {
  // Refused attempts are records too, so they must be written first.
  await deps.refusalLog.flush()
  return changePartner(deps, partner.id, async (tx) => {
    await lockSandbox(tx, partner.id)
    const real = deps.now()
    const current = timeOf({ clockOffsetMs: await lockClock(tx, partner.id) }, real)
    const moved = timeAfter(change, current, real)
    if (moved instanceof Refusal) return moved
    const newest = await findNewestTime(tx, partner.id)
    if (newest !== null && moved < newest)
      return refuse('clock_backwards', { newestRecordAt: newest.toISOString() })
    await updateClock(tx, partner.id, moved.getTime() - real.getTime())
    const [before, after] = [{ clock: current.toISOString() }, { clock: moved.toISOString() }]
    const target = `partner:${partner.id}`
    await record(tx, { caller: actor, at: real, action: 'sandbox.clock', target, before, after })
    return { now: moved.toISOString(), realTime: real.toISOString() }
  })
}

function timeAfter({ now, advance }: Change, current: Date, real: Date): Date | Refusal {
  if (now !== undefined) return withinReach(new Date(now), real, '/now')
  if (advance === undefined) return real
  const start = Temporal.Instant.fromEpochMilliseconds(current.getTime()).toZonedDateTimeISO('UTC')
  try {
    // Months and years depend on the calendar, so they are added to a date.
    const end = start.add(Temporal.Duration.from(advance))
    return withinReach(new Date(end.epochMilliseconds), real, '/advance')
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return invalid(issueAt('/advance', 'issue.duration'))
  }
}

function withinReach(time: Date, real: Date, path: Issue['path']): Date | Refusal {
  const today = Temporal.Instant.fromEpochMilliseconds(real.getTime()).toZonedDateTimeISO('UTC')
  const isTooFar = time.getTime() > today.add({ years: MAX_YEARS }).epochMilliseconds
  return isTooFar ? invalid(issueAt(path, 'issue.yearsAhead', { years: MAX_YEARS })) : time
}
