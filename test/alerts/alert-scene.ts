import { expect } from 'vitest'
import { sendMessages } from '../../src/domain/alerts/messages/send-messages.ts'
import { recordNotice } from '../../src/domain/alerts/stored/record-notice.ts'
import { watchAlerts } from '../../src/domain/alerts/watch-alerts.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, type Harness } from '../support/harness.ts'
import { openReceiver } from '../support/receiver.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** Destinations, causes of alerts, and the two chores of the worker, which a test runs when it wants. */
export function openAlertScene(harness: Harness) {
  const { as, clock, db, deps, served } = harness
  const admin = heldToContract(served, as(ADMIN_KEY))
  const callAs = async (access: object): Promise<Call> => {
    const { body } = await admin('POST', '/admin/keys', { name: 'Own', ...access })
    return heldToContract(served, as(body.key))
  }
  const create = async (changes: object, call: Call = admin) => {
    const { status, body } = await call('POST', '/admin/alert-destinations', {
      name: 'Operations',
      ...changes,
    })
    expect([status, body.issues]).toEqual([201, undefined])
    return body
  }
  const receive = async (kind: 'SLACK' | 'TEAMS' | 'SIGNED', changes: object = {}, call: Call = admin) => {
    const receiver = await openReceiver()
    const destination = await create({ kind, url: receiver.url, ...changes }, call)
    const bodies = () => receiver.received.map(({ body }) => JSON.parse(body))
    return { receiver, destination, bodies }
  }
  return {
    admin,
    callAs,
    create,
    receive,
    get: async (id: string, call: Call = admin) =>
      (await call('GET', `/admin/alert-destinations/${id}`)).body,
    /** Runs both chores, a minute after the last run: what is due is sent. */
    async work() {
      clock.advance(MINUTE_MS)
      await watchAlerts(deps)
      await sendMessages(deps)
    },
    /** An alert without an end, about anything. */
    notice: (name: string, more: object = {}) =>
      db.begin((tx) =>
        recordNotice(
          tx,
          {
            kind: 'NEW_DEVICE',
            subject: { type: 'staff', id: orderedId(), name },
            facts: { device: null },
            ...more,
          },
          clock.now,
        ),
      ),
    /** Clears everything, so that tests of a file are independent. */
    async clear() {
      await db`delete from alert_destinations`
      await db`delete from alerts`
    },
  }
}

/** A vouchers’s pool with these codes left of 100. It raises POOL_LOW at 10 or fewer. */
export async function openPool({ admin }: Harness, merchantId: string, codes: number): Promise<string> {
  const draft = { title: 'Free kopi', codeSource: 'MANUAL', imagePath: 'https://img.example.com/kopi.jpg' }
  const { body } = await admin('POST', `/admin/merchants/${merchantId}/vouchers`, draft)
  const list = Array.from({ length: codes }, (_, number) => `KOPI-${body.id.slice(-6)}-${number}`)
  await admin('POST', `/admin/vouchers/${body.id}/codes`, { codes: list })
  return body.id
}
