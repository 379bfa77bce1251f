import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiResponse, PIN, send, type World } from './partner-world.ts'

/** No response of the service takes longer than 6 s, so a request without one by then hangs. */
export const HUNG_MS = 8_000
const PAUSE_MS = 100
const RESEND_MS = 250

type Sent = { at: number; origin: string; label: string; ms: number; isSuccess: boolean }

export type RecordedRedemptions = {
  /** Every request, including retries. */
  sent: Sent[]
  /** The id in each 201, by idempotency key. */
  acknowledged: Map<string, string>
  /** The refusal, by idempotency key. */
  refused: Map<string, string>
  /** Keys without a response when the load ended. */
  unanswered: Set<string>
}

export type Load = { record: RecordedRedemptions; end(graceMs: number): Promise<void> }

type Target = { origins: string[]; clients: number; world: World; vouchers: string[]; round: string }

export const newRecord = (): RecordedRedemptions => ({
  ...{ sent: [], acknowledged: new Map(), refused: new Map(), unanswered: new Set() },
})

/** Returns the label of the response. */
export function note({ sent }: RecordedRedemptions, origin: string, response: ApiResponse): string {
  const { status, ms, timedOut, body } = response
  const error: string = body?.error ?? ''
  const label = timedOut ? 'no response' : status ? `${status}${error && ` ${error}`}` : 'cut off'
  sent.push({ at: Date.now(), origin, label, ms, isSuccess: status === 201 })
  return label
}

/** Starts clients that redeem until the load is ended. Each retries a request until it is answered. */
export function startRedeeming({ origins, clients, world, vouchers, round }: Target): Load {
  const record = newRecord()
  const state = { isOver: false, giveUpAt: Number.POSITIVE_INFINITY }
  const client = async (number: number) => {
    for (let i = 0; !state.isOver; i += 1) {
      // Four redemptions for each user, because five per minute are allowed. Two of them are for one voucher, so that
      // quotas matter.
      const user = `${round}-${number}-${Math.floor(i / 4)}`
      const voucherId = vouchers[(i >> 1) % vouchers.length] as string
      await redeem({ number, user, voucherId, key: `${round}-${number}-${i}` })
      await sleep(PAUSE_MS)
    }
  }
  const redeem = async (one: { number: number; user: string; voucherId: string; key: string }) => {
    const { number, user, voucherId, key } = one
    const body = { voucherId, outletId: world.merchants[0]?.outletId, pin: PIN }
    const request = { method: 'POST', path: '/me/redemptions', token: world.tokenOf(user), key, body }
    record.unanswered.add(key)
    for (let tries = 0; Date.now() < state.giveUpAt; tries += 1) {
      // A client stays with one node, so that each node has its own stats. After four failures it tries the other.
      const origin = origins[(number + (tries >> 2)) % origins.length] as string
      const response = await send(origin, request, HUNG_MS)
      const { status } = response
      const label = note(record, origin, response)
      if (status > 0 && status < 500) {
        record.unanswered.delete(key)
        if (status === 201) record.acknowledged.set(key, response.body.id)
        else record.refused.set(key, label)
        return
      }
      await sleep(RESEND_MS)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return {
    record,
    async end(graceMs) {
      state.isOver = true
      state.giveUpAt = Date.now() + graceMs
      await running
    },
  }
}

/** The longest time between two successes, on one node or on any. The start and the end of the period count as successes. */
export function longestGapSeconds(
  { sent }: RecordedRedemptions,
  from: number,
  until: number,
  origin?: string,
): number {
  const times = sent
    .filter((one) => one.isSuccess && one.at >= from && (!origin || one.origin === origin))
    .map(({ at }) => at)
  const points = [from, ...times, until].toSorted((a, b) => a - b)
  const gaps = points.slice(1).map((at, i) => at - (points[i] as number))
  return Math.max(...gaps) / 1000
}

export function countBy<T>(items: Iterable<T>, labelOf: (item: T) => string): string {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(labelOf(item), (counts.get(labelOf(item)) ?? 0) + 1)
  return [...counts].map(([label, count]) => `${label} × ${count}`).join(', ')
}
