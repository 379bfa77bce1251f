import type { RedemptionRequest as Body } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import { Refusal } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { requireUser, type UsersDeps } from '../users/current-user.ts'
import type { RedemptionEngine } from './engine/engine.ts'
import { positionOf, type RedemptionRequest } from './engine/facts.ts'
import type { Outcome } from './engine/redemption-queue.ts'
import { findReplay } from './find-replay.ts'
import { hashOf } from './request-hash.ts'

export type RedeemingDeps = UsersDeps &
  RefusalsDeps & {
    redemptionEngine: RedemptionEngine
    /** The engine for test partners. Their requests never wait in a batch with those of live partners. */
    sandboxEngine: RedemptionEngine
  }

type Input = { body: Static<typeof Body>; idempotencyKey: string | null; requestId: string }

/** Redeems a voucher at an outlet for the token's user. */
export async function redeem(
  deps: RedeemingDeps,
  consumer: Consumer,
  { body, idempotencyKey, requestId }: Input,
): Promise<Outcome> {
  const request = requestOf(consumer, body, idempotencyKey)
  const maintenance = deps.maintenance.refusal()
  if (maintenance) return (await findReplay(deps, consumer, request)) ?? maintenance
  return redeemRequest(deps, consumer, request, requestId)
}

function requestOf(
  { partner, externalUserId }: Consumer,
  body: Static<typeof Body>,
  idempotencyKey: string | null,
): RedemptionRequest {
  // The rest of the code compares UUIDs as text, so they need lower case.
  const ids = { voucherId: body.voucherId.toLowerCase(), outletId: body.outletId.toLowerCase() }
  return {
    ...{ partner, externalUserId, ...ids },
    ...{ method: 'PIN' as const, pin: body.pin, deviceId: null },
    consumer: positionOf(body),
    gpsAccuracyMeters: body.gpsAccuracyMeters ?? null,
    idempotency: idempotencyKey === null ? null : { key: idempotencyKey, hash: hashOf({ ...body, ...ids }) },
  }
}

/** Redeems, and records a refusal. Refusals of test partners do not count in the stats. */
export async function redeemRequest(
  deps: RedeemingDeps,
  consumer: Consumer,
  request: RedemptionRequest,
  requestId: string,
): Promise<Outcome> {
  const outcome = await redeemAsUser(deps, consumer, request)
  if (outcome instanceof Refusal) {
    const { partner, voucherId, outletId } = request
    if (partner.sandboxId === null)
      deps.refusals.count({ partnerId: partner.id, voucherId, outletId }, outcome.code)
    deps.refusalLog.record({ ...request, requestId }, outcome)
  }
  return outcome
}

/** Most users exist already, and the engine looks them up with the other facts. Only an unknown user is created first. */
async function redeemAsUser(
  deps: RedeemingDeps,
  consumer: Consumer,
  request: RedemptionRequest,
): Promise<Outcome> {
  const engine = request.partner.sandboxId === null ? deps.redemptionEngine : deps.sandboxEngine
  const outcome = await engine.redeem(request, consumer.isClientConnected)
  if (!(outcome instanceof Refusal) || outcome.code !== 'user_not_found') return outcome
  const user = await requireUser(deps, consumer)
  return user instanceof Refusal ? user : engine.redeem(request, consumer.isClientConnected)
}
