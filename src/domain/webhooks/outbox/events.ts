import type {
  ClaimCreated,
  RedemptionCreated,
  RedemptionVoided,
  VoucherPublished,
  WebhookEvent,
} from '@counterfoil/contract/events.ts'

/** The id and time of an event. The caller supplies both, so this file stays pure. */
export type EventStamp = { id: string; createdAt: Date }

// Every field is listed, in the order of the contract, because the JSON text is stored and never changes. If an object has
// more fields (above all a dispensed code), they cannot get into an event.

export function claimCreated(stamp: EventStamp, facts: ClaimCreated['data']): ClaimCreated {
  const { userId, externalUserId, claimId, voucherId, voucherTitle, merchantId } = facts
  return envelope('CLAIM_CREATED', stamp, {
    userId,
    externalUserId,
    claimId,
    voucherId,
    voucherTitle,
    merchantId,
  })
}

export function redemptionCreated(stamp: EventStamp, facts: RedemptionCreated['data']): RedemptionCreated {
  const { userId, externalUserId, redemptionId, voucherId, voucherTitle } = facts
  const { outletId, outletName, status, flagReason, method, merchantId, merchantName } = facts
  return envelope('REDEMPTION_CREATED', stamp, {
    userId,
    externalUserId,
    redemptionId,
    voucherId,
    voucherTitle,
    outletId,
    outletName,
    status,
    flagReason,
    merchantId,
    merchantName,
    method,
  })
}

export function redemptionVoided(stamp: EventStamp, facts: RedemptionVoided['data']): RedemptionVoided {
  const { userId, externalUserId, redemptionId, voucherId, voucherTitle } = facts
  const { merchantId, outletId, reason, voidedAt } = facts
  return envelope('REDEMPTION_VOIDED', stamp, {
    userId,
    externalUserId,
    redemptionId,
    voucherId,
    voucherTitle,
    merchantId,
    outletId,
    reason,
    voidedAt,
  })
}

export function voucherPublished(stamp: EventStamp, facts: VoucherPublished['data']): VoucherPublished {
  const { userId, externalUserId, voucherId, voucherTitle, merchantId, merchantName, valueType } = facts
  return envelope('VOUCHER_PUBLISHED', stamp, {
    userId,
    externalUserId,
    voucherId,
    voucherTitle,
    merchantId,
    merchantName,
    valueType,
  })
}

function envelope<const T extends WebhookEvent['type'], D>(type: T, { id, createdAt }: EventStamp, data: D) {
  return { id, type, createdAt: createdAt.toISOString(), data }
}

/** An event body for many users: the text before, between and after its id, userId and externalUserId. */
export type BodyPieces = [string, string, string, string]

// No stored text contains NUL, so these placeholders cannot occur anywhere else in the JSON.
const PLACEHOLDERS = { id: '\0id', userId: '\0user', externalUserId: '\0external' }

/**
 * Splits the body of an event for many users at the places where their bodies differ. The database inserts the three
 * values, and does not need to know the event's fields.
 */
export function splitBody(
  make: (id: string, user: { userId: string; externalUserId: string }) => WebhookEvent,
): BodyPieces {
  const { id, ...user } = PLACEHOLDERS
  let rest = JSON.stringify(make(id, user))
  const takeUntil = (placeholder: string) => {
    const [piece = '', after = ''] = rest.split(JSON.stringify(placeholder))
    rest = after
    return piece
  }
  return [takeUntil(id), takeUntil(user.userId), takeUntil(user.externalUserId), rest]
}
