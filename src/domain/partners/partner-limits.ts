import { randomUUID } from 'node:crypto'
import { openBackgroundFlush } from '../../platform/background-flush.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import {
  exchangeRequestCounts,
  LIMITED_SURFACES,
  type LimitedSurface,
  type RequestCounts,
} from './request-count-queries.ts'
import { judge, RequestWindow, type Verdict, WINDOW_SECONDS } from './request-window.ts'

/**
 * The limits of requests per minute that partners can have. A request is judged in memory. The processes of all nodes
 * exchange their counts in the background, twice a second for a minute after each request of a limited partner.
 *
 * One process alone never admits more than the limit in 60 seconds. Several can: each learns within about a second what
 * the others have admitted, so together they may exceed the limit by what they admit in that second. A process that had no
 * request of the partner for a minute starts without the counts of the others, and has them half a second later. While
 * the database is unreachable, each process counts on its own.
 */
export type PartnerLimits = {
  /** Counts the request if it is within the limit. Returns null if the partner has no limit on this surface. */
  admit(partner: PartnerEntry, surface: LimitedSurface): Verdict | null
  /**
   * Whether a refused request may look for its stored response. Each process allows as many per minute as the limit: the
   * search costs a query, so it must not be unlimited.
   */
  admitReplay(partner: PartnerEntry, surface: LimitedSurface): boolean
  /** How many requests this process has refused. */
  refused: Record<LimitedSurface, number>
  /** Exchanges the counts now. Never rejects. */
  exchange(): Promise<void>
  close(): Promise<void>
}

/** A count waits at most this long until it is written, and again until another process reads it. */
const EXCHANGE_INTERVAL_MS = 500

type Counted = {
  partnerId: string
  surface: LimitedSurface
  own: RequestWindow
  /** How many requests were ever added to `own`, and how many of them the other processes can know. */
  added: number
  shared: number
  /** The counts of the other processes at the last exchange. */
  others: RequestWindow
  replays: RequestWindow
  /** When the last request came, admitted or not. */
  lastSecond: number
}

export function openPartnerLimits({ db, log, now }: Pick<Runtime, 'db' | 'log' | 'now'>): PartnerLimits {
  const processId = randomUUID()
  const byKey = new Map<string, Counted>()
  /** An outage is logged once. */
  let hasFailed = false

  const background = openBackgroundFlush(EXCHANGE_INTERVAL_MS, async () => {
    const second = secondOf(now().getTime())
    for (const [key, { lastSecond }] of byKey) if (second - lastSecond > WINDOW_SECONDS) byKey.delete(key)
    if (byKey.size === 0) return
    try {
      await exchange(db, processId, byKey, second)
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'could not exchange request counts; will retry')
      hasFailed = true
    }
    background.schedule()
  })

  return {
    admit(partner, surface) {
      const limit = limitOf(partner, surface)
      if (limit === null) return null
      const counted = countedOf(byKey, partner.id, surface)
      const nowMs = now().getTime()
      const verdict = judge([counted.own, counted.others], limit, nowMs)
      counted.lastSecond = secondOf(nowMs)
      if (verdict.isAdmitted) {
        counted.own.add(counted.lastSecond)
        counted.added += 1
      }
      background.schedule()
      return verdict
    },
    admitReplay(partner, surface) {
      const { replays } = countedOf(byKey, partner.id, surface)
      const limit = limitOf(partner, surface) ?? Infinity
      const nowMs = now().getTime()
      const { isAdmitted } = judge([replays], limit, nowMs)
      if (isAdmitted) replays.add(secondOf(nowMs))
      return isAdmitted
    },
    refused: Object.fromEntries(LIMITED_SURFACES.map((surface) => [surface, 0])) as PartnerLimits['refused'],
    exchange: background.flush,
    close: background.close,
  }
}

function limitOf(partner: PartnerEntry, surface: LimitedSurface): number | null {
  return surface === 'integration' ? partner.integrationRequestsPerMinute : partner.consumerRequestsPerMinute
}

const keyOf = (partnerId: string, surface: LimitedSurface) => `${partnerId} ${surface}`

const secondOf = (timeMs: number) => Math.floor(timeMs / 1000)

function countedOf(byKey: Map<string, Counted>, partnerId: string, surface: LimitedSurface): Counted {
  const key = keyOf(partnerId, surface)
  const known = byKey.get(key)
  if (known) return known
  const [own, others, replays] = [new RequestWindow(), new RequestWindow(), new RequestWindow()]
  const counted = { partnerId, surface, own, added: 0, shared: 0, others, replays, lastSecond: 0 }
  byKey.set(key, counted)
  return counted
}

/** Writes the counts that have changed, and reads those of the other processes. */
async function exchange(
  db: Runtime['db'],
  processId: string,
  byKey: ReadonlyMap<string, Counted>,
  second: number,
): Promise<void> {
  const countedAt = new Date(second * 1000).toISOString()
  const exchanged = [...byKey].map(([key, counted]) => ({ key, counted, added: counted.added }))
  const own = exchanged.map(({ counted: { partnerId, surface, own, added, shared } }) => ({
    ...{ partnerId, surface, countedAt },
    counts: added === shared ? null : own.until(second),
  }))
  const since = new Date((second - WINDOW_SECONDS) * 1000)
  const found = await exchangeRequestCounts(db, processId, own, since)
  const others = Map.groupBy(found, ({ partnerId, surface }) => keyOf(partnerId, surface))
  for (const { key, counted, added } of exchanged) {
    counted.shared = added
    counted.others = sumOf(others.get(key) ?? [])
  }
}

function sumOf(rows: RequestCounts[]): RequestWindow {
  const sum = new RequestWindow()
  for (const { counts, countedAt } of rows) sum.addAll(counts, secondOf(Date.parse(countedAt)))
  return sum
}
