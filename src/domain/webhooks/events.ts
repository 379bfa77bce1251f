import type {
  ClaimCreated,
  RedemptionCreated,
  VoucherPublished,
  WebhookEvent,
} from '@counterfoil/contract/events.ts'

/** What an event is told by, drawn and read by whoever makes it. */
export type EventStamp = { id: string; createdAt: Date }

// Every field is named, in the order of the contract: the text is frozen, and what is not named here (a dispensed
// code above all) cannot slip in with an object that carries more.

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
  const { outletId, outletName, status, flagReason } = facts
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

/** A body for many users: the text before, between and after its id, userId and externalUserId. */
export type BodyPieces = [string, string, string, string]

// No text that we store holds a NUL, and escaped within quotes it reads like nothing else that JSON could say.
const MARKS = { id: '\0id', userId: '\0user', externalUserId: '\0external' }

/**
 * The same event for many users at once, cut where they differ: the database fills in the rest by itself, and knows
 * nothing of the shape.
 */
export function piecesOf(
  make: (id: string, user: { userId: string; externalUserId: string }) => WebhookEvent,
): BodyPieces {
  const { id, ...user } = MARKS
  let rest = JSON.stringify(make(id, user))
  const upTo = (mark: string) => {
    const [piece = '', after = ''] = rest.split(JSON.stringify(mark))
    rest = after
    return piece
  }
  return [upTo(id), upTo(user.userId), upTo(user.externalUserId), rest]
}
