import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { listFailingKeySets } from '../alerts/queries.ts'
import { findPartner } from '../partners/queries.ts'
import type { RequestLogDeps } from '../request-log/request-log.ts'
import { REQUESTS_KEPT_DAYS } from '../request-log/retention.ts'
import { findLastArrivals } from '../request-log/traffic-queries.ts'
import { listEndpointHealth } from '../webhooks/delivery-health-queries.ts'
import { healthInCells } from '../webhooks/health-in-cells.ts'
import { type Check, failingKeys, judgeArea, judgeEndpoint } from './judge-area.ts'
import { type Area, listFailures } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** What is wrong with an integration now, since when, and what to do. */
export async function viewHealth(
  deps: RequestLogDeps,
  caller: Caller,
  id: string,
): Promise<{ checks: Check[] } | Refusal> {
  const { db, now, requestLog } = deps
  const partner = await findPartner(db, caller, id)
  if (!partner) return refuse('not_found')
  await requestLog.flush()
  const at = now()
  const [failures, arrivals, [endpoint], keySets] = await Promise.all([
    listFailures(db, id, new Date(at.getTime() - REQUESTS_KEPT_DAYS * DAY_MS)),
    findLastArrivals(db, id),
    healthInCells(deps, (one) => listEndpointHealth(one, [id])),
    listFailingKeySets(db, { ...caller, partnerId: id }),
  ])
  const { integration, consumer } = arrivals
  const either = [integration, consumer]
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1)
  const judge = (area: Area, accepted: string | undefined) =>
    judgeArea(
      area,
      failures.find((failure) => failure.area === area),
      accepted,
      at,
    )
  const [keySet] = keySets
  return {
    checks: [
      keySet ? failingKeys(keySet.error, keySet.since) : judge('keys', consumer),
      judge('tokens', consumer),
      judge('signatures', integration),
      ...(endpoint ? [judgeEndpoint(endpoint)] : []),
      judge('clock', either),
      judge('unknownFields', either),
    ],
  }
}
