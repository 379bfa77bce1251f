import {
  REFRESH_SECONDS,
  type RedemptionCode,
  type RedemptionCodeRequest,
} from '@counterfoil/contract/consumer/redemption-codes.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets.ts'
import type { Consumer } from '../actors/consumer.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findRedemptionByKey } from '../redemptions/consumer-queries.ts'
import { loadPreviewFacts } from '../redemptions/preview-facts.ts'
import { hashOf } from '../redemptions/request-hash.ts'
import { decide } from '../redemptions/rules/decide.ts'
import { requireUser, type UsersDeps } from '../users/current-user.ts'
import { newCode, newDigits } from './counter-code.ts'
import { findIssueWait, type IntentToStore, insertCode, upsertIntent } from './intent-queries.ts'

const CODES_PER_MINUTE = 20
/** Two equal draws of a million are rare even at a busy outlet. */
const MAX_DRAWS = 20

type Body = Static<typeof RedemptionCodeRequest>
type Issued = Static<typeof RedemptionCode>

/** Issues the next code of an intent, which `key` names. Refused like a redemption, without PIN and attempt. */
export async function issueCode(
  deps: UsersDeps,
  consumer: Consumer,
  key: string,
  body: Body,
): Promise<Issued | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const { partner, externalUserId } = consumer
  const ids = { voucherId: body.voucherId.toLowerCase(), outletId: body.outletId.toLowerCase() }
  const now = timeOf(partner, deps.now())
  const used = await findRedemptionByKey(deps.db, { userId: user.id, key, now }, false)
  if (used) return refuse(isSameIntent(used.redemption, ids) ? 'code_used' : 'idempotency_key_reused')
  const facts = await loadPreviewFacts(
    deps,
    { id: user.id, externalUserId, partner },
    { ...body, ...ids, method: 'QR' },
  )
  // The confirmation counts as the attempt.
  const decision = decide({ ...facts, retryAfterSeconds: null })
  if ('code' in decision) return refuse(decision.code, decision.details)
  const intent = {
    ...{ id: orderedId(), userId: user.id, partnerId: partner.id, ...ids, key },
    requestHash: hashOf({ ...body, ...ids }),
    consumerLat: body.consumerLat ?? null,
    consumerLng: body.consumerLng ?? null,
    gpsAccuracyMeters: body.gpsAccuracyMeters ?? null,
  }
  return transaction(deps.db, (tx) => storeNextCode(tx, deps.vault, intent))
}

type Ids = { voucherId: string; outletId: string }

function isSameIntent(redemption: Ids, { voucherId, outletId }: Ids): boolean {
  return redemption.voucherId === voucherId && redemption.outletId === outletId
}

async function storeNextCode(tx: Tx, vault: Vault, intent: IntentToStore): Promise<Issued | Refusal> {
  const stored = await upsertIntent(tx, intent)
  if (!stored) return refuse('idempotency_key_reused')
  const retryAfterSeconds = await findIssueWait(tx, intent.userId, CODES_PER_MINUTE)
  if (retryAfterSeconds !== null) return refuse('rate_limited', { retryAfterSeconds })
  const { userId, outletId } = intent
  const code = newCode()
  const row = { codeHash: vault.hash('counter codes', code), userId, outletId, number: stored.number }
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    const digits = newDigits()
    const digitsHash = vault.hash('counter codes', digits)
    if (await insertCode(tx, { ...row, intentId: stored.id, digitsHash }))
      return { id: stored.id, code, digits, refreshInSeconds: REFRESH_SECONDS }
  }
  return refuse('unavailable')
}
