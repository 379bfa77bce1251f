import type { WebhookEvent } from '@counterfoil/contract/events.ts'
import { afterAll } from 'vitest'
import type { DispatcherOptions } from '../../src/domain/webhooks/dispatcher.ts'
import { claimCreated, voucherPublished } from '../../src/domain/webhooks/events.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { createHarness, type Harness } from '../harness.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { onboard, type TestPartner } from '../signing.ts'

/** A partner with an endpoint, and events for it. */
export type Hooked = { partner: TestPartner; receiver: Receiver }

export async function hookUp(harness: Harness, changes: object = {}): Promise<Hooked> {
  const receiver = await openReceiver()
  const partner = await onboard(harness.admin, { webhookUrl: receiver.url, ...changes })
  return { partner, receiver }
}

/** An event of the partner's, in the outbox and rung for; `isBulk`: of a fan-out. */
export async function tell(
  { db, deps, clock }: Harness,
  partnerId: string,
  count = 1,
  { isBulk = false, rings = true } = {},
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
  if (rings) deps.doorbell.ring()
  return events
}

/** A harness whose dispatcher runs, with short waits. */
export async function startDelivering(
  options: Partial<DispatcherOptions> = {},
  changes: Parameters<typeof createHarness>[0] = {},
): Promise<Harness> {
  const harness = await createHarness(changes, {}, { pollMs: 50, chance: () => 0, ...options })
  harness.deps.dispatcher.start()
  afterAll(() => harness.deps.dispatcher.stop())
  return harness
}

/** Waits until `check` holds. */
export async function eventually<T>(
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = 30_000,
): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > giveUpAt) throw new Error('what was waited for did not happen')
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

/** Resolves when the dispatcher has had time to take up and send whatever it would: it has looked several times. */
export async function looks({ deps: { dispatcher } }: Harness, times = 4): Promise<void> {
  const before = dispatcher.figures.statements
  await eventually(
    async () => dispatcher.figures.statements >= before + times && !dispatcher.figures.inFlight,
  )
}
