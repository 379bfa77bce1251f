import { setTimeout as sleep } from 'node:timers/promises'
import { isUnreachable } from '../../../platform/database/failures.ts'
import { writeMessage } from '../../stored-alerts/message-text.ts'
import { judge } from '../../webhooks/dispatch/retry-policy.ts'
import { findDeliveriesHeldSince } from '../../webhooks/hold-queries.ts'
import {
  type Destination,
  findTarget,
  listAllDestinations,
  updateOutcome,
} from '../destinations/destination-queries.ts'
import { attemptMessage, failureOf, type SendingDeps } from './attempt-message.ts'
import {
  type ClaimedMessage,
  claimMessages,
  hasDueMessages,
  updateAccepted,
  updateFailed,
  updateSent,
} from './message-queries.ts'
import { isQuiet } from './quiet-hours.ts'

/** The maximum number of messages that a node sends at the same time. */
const MAX_IN_FLIGHT = 20
/** Longer than any attempt takes. Then another worker sends the message again, with the same id. */
const LEASE_MS = 2 * 60 * 1000
const RECORD_PAUSE_MS = 500

const DELAYS_SECONDS = [30, 60, 120, 300, 600, 1800, 3600]
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000

/** Sends the messages that are due. Each is claimed by one worker, which records the outcome. */
export async function sendMessages(
  deps: SendingDeps,
  stopping?: AbortSignal,
  leaseMs = LEASE_MS,
): Promise<void> {
  const { db, now } = deps
  while (!stopping?.aborted && (await hasDueMessages(db, now()))) {
    if ((await findDeliveriesHeldSince(db)) !== null) return
    const quietIds = (await listAllDestinations(db))
      .filter(({ quietHours, timezone }) => isQuiet(quietHours, timezone, now()))
      .map(({ id }) => id)
    const leaseEndsAt = new Date(now().getTime() + leaseMs)
    const claimed = await claimMessages(db, { quietIds, limit: MAX_IN_FLIGHT, now: now(), leaseEndsAt })
    await Promise.all(claimed.map((message) => sendClaimed(deps, message)))
    if (claimed.length < MAX_IN_FLIGHT) return
  }
}

async function sendClaimed(deps: SendingDeps, claimed: ClaimedMessage): Promise<void> {
  const { db } = deps
  const destination = await findTarget(db, claimed.destinationId)
  if (!destination) return
  const { id, attempt, createdAt, alerts, acceptedBy } = claimed
  const consoleUrl = `${deps.config.publicUrl}/console/alerts`
  const { language, timezone } = destination
  const text = writeMessage(alerts, { language, timezone, consoleUrl })
  const outcome = await attemptMessage(
    deps,
    destination,
    { id, attempt, createdAt, text, alerts },
    {
      acceptedBy,
      onAccepted: (address) => record(deps, () => updateAccepted(db, claimed, address)),
    },
  )
  await recordOutcome(deps, destination, claimed, failureOf(destination, outcome), outcome)
}

async function recordOutcome(
  deps: SendingDeps,
  destination: Destination,
  claimed: ClaimedMessage,
  failure: string | null,
  response: { status: number | null; retryAfter: string | null },
): Promise<void> {
  const { db, log } = deps
  const at = deps.now()
  if (failure === null) await record(deps, () => updateSent(db, claimed, at))
  else {
    const nextAttemptAt = nextAttempt(claimed, response, at)
    if (nextAttemptAt === null)
      log.error(
        { destinationId: destination.id, messageId: claimed.id },
        'a message about alerts was given up',
      )
    await record(deps, () => updateFailed(db, claimed, nextAttemptAt, at))
  }
  await record(deps, () => updateOutcome(db, destination.id, failure, at))
}

/** Null if the message is given up. */
function nextAttempt(
  { failures, createdAt }: ClaimedMessage,
  response: { status: number | null; retryAfter: string | null },
  now: Date,
): Date | null {
  if (now.getTime() - Date.parse(createdAt) >= GIVE_UP_MS) return null
  const place = Math.min(failures, DELAYS_SECONDS.length - 1)
  const schedule = { delaysSeconds: DELAYS_SECONDS, now, random: Math.random() }
  return judge(response, place, schedule).nextAttemptAt
}

/** Tries again while the database is unavailable: what is not recorded is sent again. */
async function record(deps: SendingDeps, write: () => Promise<void>): Promise<void> {
  const giveUpMs = performance.now() + LEASE_MS
  for (;;) {
    try {
      return await write()
    } catch (error) {
      deps.log.warn({ err: error }, 'the outcome of a message about alerts was not recorded')
      if (!isUnreachable(error as Error) || performance.now() > giveUpMs) return
      await sleep(RECORD_PAUSE_MS)
    }
  }
}
