import { CODE_REDEMPTION_REFUSALS } from '@counterfoil/contract/errors.ts'
import { transaction } from '../../platform/database/db.ts'
import { waitForStandbys } from '../../platform/database/standbys.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { timeOf } from '../partners/partner-time.ts'
import { positionOf } from '../redemptions/engine/facts.ts'
import type { Outcome } from '../redemptions/engine/redemption-queue.ts'
import { type RedeemingDeps, redeemRequest } from '../redemptions/redeem.ts'
import { updateRefusal } from './intent-queries.ts'
import { isUseOf, type TakenCode, type Taker, takeCode } from './take-code.ts'
import { type CounterRedemptionRecord, findCounterRedemption, findUse, type Use } from './use-queries.ts'

export type ConfirmingDeps = PartnersDeps & RedeemingDeps

const SHOWN_REFUSALS: ReadonlySet<string> = new Set(CODE_REDEMPTION_REFUSALS)

type Confirmation = { requestId: string; isClientConnected: () => boolean }

/**
 * Redeems the voucher of a code, in the same way as a redemption by PIN with the key of the intent. Returns the id of the
 * redemption: of the first one if this taker has redeemed before.
 */
export async function confirmCode(
  deps: ConfirmingDeps,
  taker: Taker,
  code: string,
  confirmation: Confirmation,
): Promise<{ redemptionId: string } | Refusal> {
  const taken = await takeCode(deps, taker, code)
  if (taken instanceof Refusal) return taken
  if ('use' in taken) return confirmAgain(deps, taken.use)
  const outcome = await redeemTaken(deps, taker, taken, confirmation)
  if (!(outcome instanceof Refusal) && !outcome.isReplay) return { redemptionId: outcome.redemption.id }
  // The PIN or another device was faster. It may have sent another position, and so another body, with the same key.
  if (!(outcome instanceof Refusal) || outcome.code === 'idempotency_key_reused')
    return findOwnUse(deps, taker, taken)
  // The user was anonymized meanwhile.
  if (outcome.code === 'user_not_found') return refuse('code_not_found')
  await showRefusalOnPhone(deps, taken, outcome)
  return outcome
}

/** Its merchant may have moved to another database since it was confirmed. Null only if it moves again. */
export async function findConfirmed(
  { cells, db }: Pick<Runtime, 'cells' | 'db'>,
  id: string,
): Promise<CounterRedemptionRecord | null> {
  const here = await findCounterRedemption(db, id)
  if (here) return here
  cells.forget(id)
  return findCounterRedemption((await cells.of('redemption', id)).db, id)
}

function redeemTaken(
  deps: ConfirmingDeps,
  taker: Taker,
  taken: TakenCode,
  { requestId, isClientConnected }: Confirmation,
): Promise<Outcome> {
  const { partner, externalUserId, voucherId, outletId, key, requestHash, gpsAccuracyMeters } = taken
  const user = { partner, externalUserId, claims: { email: null, displayName: null }, isClientConnected }
  const { consumerLat, consumerLng } = taken
  const isLocated = consumerLat !== null && consumerLng !== null
  const request = {
    ...{ partner, externalUserId, voucherId, outletId, gpsAccuracyMeters },
    ...{ method: 'QR' as const, pin: '', deviceId: taker.kind === 'device' ? taker.id : null },
    consumer: isLocated ? positionOf({ consumerLat, consumerLng }) : null,
    idempotency: { key, hash: requestHash },
  }
  return redeemRequest(deps, user, request, requestId)
}

async function findOwnUse(
  deps: ConfirmingDeps,
  taker: Taker,
  { partner, userId, key }: TakenCode,
): Promise<{ redemptionId: string } | Refusal> {
  const use = await findUse(deps.db, { userId, key, now: timeOf(partner, deps.now()) })
  return use && isUseOf(taker, use) ? confirmAgain(deps, use) : refuse('code_used')
}

/** The response confirms a redemption that another request wrote, so a failover must not lose it. */
async function confirmAgain(
  { db }: ConfirmingDeps,
  { redemptionId }: Use,
): Promise<{ redemptionId: string }> {
  await waitForStandbys(db)
  return { redemptionId }
}

/** The phone asks for the outcome by its key. `unavailable` and the like say nothing about the redemption: they are left out. */
async function showRefusalOnPhone(deps: ConfirmingDeps, taken: TakenCode, refusal: Refusal): Promise<void> {
  if (!SHOWN_REFUSALS.has(refusal.code)) return
  const shown = {
    refusal: refusal.code,
    refusedAt: timeOf(taken.partner, deps.now()).toISOString(),
    details: refusal.details ?? null,
  }
  await transaction(deps.db, (tx) => updateRefusal(tx, taken, shown))
}
