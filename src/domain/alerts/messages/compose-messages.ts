import type { Tx } from '../../../platform/database/db.ts'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import type { StoredAlert } from '../../stored-alerts/alert-queries.ts'
import type { AlertChange, ReportedAlert } from '../../stored-alerts/alert-words.ts'
import type { Destination } from '../destinations/destination-queries.ts'
import {
  insertMessage,
  listKindsSentSince,
  listLines,
  listWaitingKinds,
  type WaitingKind,
  type WaitingLine,
} from './message-queries.ts'
import { isQuiet } from './quiet-hours.ts'

/** A destination that is informed at once gets a kind of alert at most once in this time: never a storm. */
const MIN_PAUSE_MS = 10 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
/** What is left is in the next message. */
const MAX_LINES = 1000

/**
 * Puts the waiting lines of each destination into one message, when its time has come. A destination has one message under
 * way: while it fails, everything else waits and goes into the next message.
 */
export async function composeMessages(tx: Tx, destinations: Destination[], now: Date): Promise<void> {
  const waiting = Map.groupBy(await listWaitingKinds(tx), ({ destinationId }) => destinationId)
  for (const destination of destinations) {
    const kinds = waiting.get(destination.id)
    if (kinds && !isQuiet(destination.quietHours, destination.timezone, now))
      await composeMessage(tx, destination, kinds, now)
  }
}

async function composeMessage(
  tx: Tx,
  { id: destinationId, timing }: Destination,
  waiting: WaitingKind[],
  now: Date,
): Promise<void> {
  const before = timing === 'HOURLY' ? new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS) : null
  const recent =
    timing === 'HOURLY'
      ? []
      : await listKindsSentSince(tx, destinationId, new Date(now.getTime() - MIN_PAUSE_MS))
  const kinds = waiting
    .filter(
      ({ kind, oldestAt }) => !recent.includes(kind) && (before === null || new Date(oldestAt) < before),
    )
    .map(({ kind }) => kind)
  if (kinds.length === 0) return
  const lines = await listLines(tx, destinationId, { kinds, before, limit: MAX_LINES })
  if (lines.length === 0) return
  const alerts = [...Map.groupBy(lines, ({ alert }) => alert.id).values()].map(reportOf)
  const reported = [...new Set(alerts.map(({ kind }) => kind))]
  await insertMessage(tx, { id: orderedId(), destinationId, kinds: reported, alerts }, lines, now)
}

function reportOf(lines: WaitingLine[]): ReportedAlert {
  const { isNotice, beganAt, ...alert } = (lines[0] as WaitingLine).alert
  const change = isNotice ? 'HAPPENED' : changeOf(lines)
  const endedAt = change === 'BEGAN' ? null : alert.endedAt
  return { ...alert, change, since: beganAt, endedAt }
}

function changeOf(lines: { change: 'BEGAN' | 'ENDED'; alert: StoredAlert }[]): AlertChange {
  if (lines.length > 1) return 'BEGAN_AND_ENDED'
  return (lines[0] as WaitingLine).change
}
