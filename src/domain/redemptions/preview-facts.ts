import type { Runtime } from '../../platform/runtime.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findAttempts } from './engine/attempt-queries.ts'
import {
  ATTEMPT_LIMITS,
  buildFacts,
  judgeAttempts,
  positionOf,
  type RedemptionRequest,
  startBatchFacts,
} from './engine/facts.ts'
import { loadFactsIn } from './engine/load-facts.ts'
import { emptyTerms, mergeTerms } from './engine/terms.ts'
import type { Facts } from './rules/decide.ts'

export type PreviewedRedemption = {
  voucherId: string
  outletId?: string
  consumerLat?: number
  consumerLng?: number
  /** PIN by default. */
  method?: 'PIN' | 'QR'
}

/** The facts for a preview: there is no PIN, and no attempt is counted. */
export async function loadPreviewFacts(
  deps: Pick<Runtime, 'cell' | 'db' | 'homeDb' | 'now' | 'vault'>,
  user: { id: string; externalUserId: string; partner: RedemptionRequest['partner'] },
  body: PreviewedRedemption,
): Promise<Facts> {
  const { partner, externalUserId } = user
  const now = timeOf(partner, deps.now())
  const { method = 'PIN' } = body
  const voucherId = body.voucherId.toLowerCase()
  const outletId = body.outletId?.toLowerCase() ?? null
  const ids = { partnerId: partner.id, externalUserId, voucherId, outletId }
  const [found, counted] = await Promise.all([
    loadFactsIn(
      deps,
      deps.db,
      [{ ...ids, idempotencyKey: null, usesPin: method === 'PIN', countsAsAttempt: false }],
      now,
      ATTEMPT_LIMITS,
      emptyTerms(),
    ),
    findAttempts(deps.homeDb, user.id, now, ATTEMPT_LIMITS),
  ])
  const loaded = { ...found, attempts: counted ? { [user.id]: counted } : {} }
  const request = {
    ...{ partner, externalUserId, voucherId, outletId: outletId ?? '', method, pin: '', deviceId: null },
    ...{ consumer: positionOf(body), gpsAccuracyMeters: null, idempotency: null },
  }
  const [attempt = null] = judgeAttempts(loaded, now)
  const facts = buildFacts(
    request,
    0,
    startBatchFacts(loaded, mergeTerms(emptyTerms(), loaded), now),
    attempt,
    deps.vault,
  )
  return { ...facts, pinIsRight: null, outlet: outletId === null ? undefined : facts.outlet }
}
