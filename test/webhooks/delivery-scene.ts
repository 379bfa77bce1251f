import { randomUUIDv7 } from 'node:crypto'
import type { WebhookEvent } from '@counterfoil/contract/events.ts'
import { afterAll } from 'vitest'
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDeliveries,
} from '../../src/domain/webhooks/dispatch/delivery-queries.ts'
import type { DispatcherOptions } from '../../src/domain/webhooks/dispatch/dispatcher.ts'
import { DEFAULT_DELAYS_SECONDS, judge } from '../../src/domain/webhooks/dispatch/retry-policy.ts'
import { claimCreated, voucherPublished } from '../../src/domain/webhooks/outbox/events.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox/outbox.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { createHarness, type Harness } from '../support/harness.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { onboard, type TestPartner } from '../support/signing.ts'

export const LEASE_MS = 30_000

export type PartnerWithReceiver = { partner: TestPartner; receiver: Receiver }

export async function onboardWithReceiver(
  harness: Harness,
  changes: object = {},
): Promise<PartnerWithReceiver> {
  const receiver = await openReceiver()
  const partner = await onboard(harness.admin, { webhookUrl: receiver.url, ...changes })
  return { partner, receiver }
}

/** Writes events of the partner and notifies the workers. `isBulk`: as a fan-out writes them. */
export async function emitEvents(
  { db, deps, clock }: Harness,
  partnerId: string,
  count = 1,
  { isBulk = false, notifies = true } = {},
): Promise<WebhookEvent[]> {
  const user = { userId: orderedId(), externalUserId: 'user-42' }
  const offer = { voucherId: orderedId(), voucherTitle: 'Tea for two', merchantId: orderedId() }
  const events = Array.from({ length: count }, () => {
    const stamp = { id: orderedId(), createdAt: clock.now }
    return isBulk
      ? voucherPublished(stamp, { ...user, ...offer, merchantName: 'Tea House', valueType: null })
      : claimCreated(stamp, { ...user, ...offer, claimId: orderedId() })
  })
  await db.begin((tx) =>
    enqueueEvents(
      tx,
      events.map((event) => ({ partnerId, event })),
    ),
  )
  if (notifies) deps.eventNotifier.notify()
  return events
}

/** A harness with a running dispatcher that polls often. */
export async function startDelivering(
  options: Partial<DispatcherOptions> = {},
  changes: Parameters<typeof createHarness>[0] = {},
): Promise<Harness> {
  const harness = await createHarness(changes, {}, { pollMs: 50, random: () => 0, ...options })
  const dispatchers = new Set([harness.homeDeps.dispatcher, harness.deps.dispatcher])
  for (const dispatcher of dispatchers) dispatcher.start()
  const stopEndingLeases = endLeases(harness)
  afterAll(async () => {
    stopEndingLeases()
    for (const dispatcher of dispatchers) await dispatcher.stop()
  })
  return harness
}

/**
 * Ends leases after `LEASE_MS` of real time: the clock stands still, so the deliveries of a claim whose response was lost on
 * a busy machine would wait for ever. Returns a function that stops this.
 */
function endLeases({ db, clock }: Harness): () => void {
  const firstSeen = new Map<string, number>()
  const endThoseSeenForLong = async () => {
    const leased = await db<{ eventId: string; attempt: number; dueAt: string }[]>`
      select event_id, attempt, due_at from deliveries d
      where state = 'PENDING' and due_at > ${clock.now} and not exists (
        select from delivery_attempts a where a.event_id = d.event_id and a.number = d.attempt
      )`
    for (const { eventId, attempt, dueAt } of leased) {
      const lease = `${eventId} ${attempt} ${dueAt}`
      if (!firstSeen.has(lease)) firstSeen.set(lease, performance.now())
      if (performance.now() - Number(firstSeen.get(lease)) < LEASE_MS) continue
      await db`update deliveries set due_at = ${clock.now} where event_id = ${eventId} and due_at = ${dueAt}`
      process.stderr.write(`the lease of ${eventId} has ended: its claim was lost\n`)
    }
  }
  const timer = setInterval(() => void endThoseSeenForLong().catch(() => {}), 1000)
  return () => clearInterval(timer)
}

/** Waits until `check` resolves to something truthy, and returns it. */
export async function eventually<T>(
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = 2 * LEASE_MS - 5000,
): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > giveUpAt) throw new Error(`the check did not pass within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export async function deliveryOf(db: Harness['db'], eventId: string) {
  const [row] = await db`select * from deliveries where event_id = ${eventId}`
  return row
}

export async function attemptsOf(db: Harness['db'], eventId: string) {
  return db`select * from delivery_attempts where event_id = ${eventId} order by number`
}

export async function endpointOf(db: Harness['db'], partnerId: string) {
  const [row] = await db`select * from endpoints where partner_id = ${partnerId}`
  return row
}

/** Claims up to 32 due deliveries of each kind and partner, and sends nothing. */
export function claimDue({ db, clock }: Harness): Promise<ClaimedDelivery[]> {
  const leaseEndsAt = new Date(clock.now.getTime() + LEASE_MS)
  return claimDeliveries(db, [], {
    defaultCapacity: { singles: 32, bulk: 32 },
    now: clock.now,
    leaseEndsAt,
  })
}

/** The result of an attempt at `url` that was answered with `status`. */
export function attemptResult(
  { clock: { now } }: Harness,
  claimed: ClaimedDelivery,
  { url, status }: { url: string; status: number },
): AttemptResult {
  const response = { status, retryAfter: null }
  const schedule = { delaysSeconds: DEFAULT_DELAYS_SECONDS, now, random: 0 }
  const rest = { url, attemptedAt: now, durationMs: 7, response: 'late', error: null, isCanceled: false }
  return { claimed, attempt: { ...response, ...rest }, verdict: judge(response, claimed.failures, schedule) }
}

/** A UUIDv7 of the given time. */
export function idAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}

/** Waits until the dispatcher has claimed several times and nothing is in flight: it has sent all it would send. */
export async function waitForClaims({ deps: { dispatcher } }: Harness, times = 4): Promise<void> {
  const before = dispatcher.stats.statements
  await eventually(async () => dispatcher.stats.statements >= before + times && !dispatcher.stats.inFlight)
}
