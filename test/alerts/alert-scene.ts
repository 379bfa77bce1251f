import { expect } from 'vitest'
import { sendMessages } from '../../src/domain/alerts/messages/send-messages.ts'
import { watchAlerts } from '../../src/domain/alerts/watch-alerts.ts'
import { recordNotice } from '../../src/domain/stored-alerts/record-notice.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, type Harness } from '../support/harness.ts'
import { openReceiver } from '../support/receiver.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

type Notice = Partial<Omit<Parameters<typeof recordNotice>[1], 'subject'>> & {
  subjectType?: 'staff' | 'voucher' | 'partner'
}

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
    /** A sign-in on a new device, or another alert without an end. */
    notice: (name: string, { subjectType = 'staff', ...more }: Notice = {}) =>
      db.begin((tx) => {
        const subject = { type: subjectType, id: orderedId(), name }
        return recordNotice(tx, { kind: 'NEW_DEVICE', subject, facts: { device: null }, ...more }, clock.now)
      }),
    /** Clears everything, so that tests of a file are independent. */
    async clear() {
      await db`delete from alert_destinations`
      await db`delete from alerts`
    },
  }
}
