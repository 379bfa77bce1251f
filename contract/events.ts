import type { Static, TObject } from 'typebox'
import { Nullable, Text, Timestamp, ValueType } from './shapes/fields.ts'
import { ClaimId, EventId, MerchantId, OutletId, RedemptionId, UserId, VoucherId } from './shapes/ids.ts'
import { merchantFields } from './shapes/merchant.ts'
import { outletFields } from './shapes/outlet.ts'
import { redemptionFields } from './shapes/redemption.ts'
import { Type } from './shapes/type.ts'
import { externalUserId } from './shapes/user.ts'
import { voucherFields } from './shapes/voucher.ts'

export const EVENT_TYPES = [
  'CLAIM_CREATED',
  'REDEMPTION_CREATED',
  'REDEMPTION_VOIDED',
  'VOUCHER_PUBLISHED',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

// Titles and names are snapshots of the moment when the event happened.
const user = { userId: UserId, externalUserId }
const voucher = { voucherId: VoucherId, voucherTitle: voucherFields.title }

const test = Type.Optional(
  Type.Literal(true, {
    description:
      'Present only in samples (webhook test, `counterfoil trigger`). Samples describe no real event.',
  }),
)

/** The user of every sample. It is reserved: no real user can have this id. */
export const SAMPLE_EXTERNAL_USER_ID = 'counterfoil-sample-user'

export const ClaimCreated = envelope(
  'CLAIM_CREATED',
  'ClaimCreated',
  Type.Object({ ...user, claimId: ClaimId, ...voucher, merchantId: MerchantId }),
)

/** Never includes the dispensed code. */
export const RedemptionCreated = envelope(
  'REDEMPTION_CREATED',
  'RedemptionCreated',
  Type.Object({
    ...user,
    redemptionId: RedemptionId,
    ...voucher,
    outletId: OutletId,
    outletName: outletFields.name,
    status: redemptionFields.status,
    flagReason: redemptionFields.flagReason,
    merchantId: MerchantId,
    merchantName: merchantFields.name,
    method: redemptionFields.method,
  }),
)

export const RedemptionVoided = envelope(
  'REDEMPTION_VOIDED',
  'RedemptionVoided',
  Type.Object({
    ...user,
    redemptionId: RedemptionId,
    ...voucher,
    merchantId: MerchantId,
    outletId: OutletId,
    reason: Text(500, {
      description: 'Why the back office voided it.',
      examples: ['Redeemed twice by mistake.'],
    }),
    voidedAt: Timestamp,
  }),
)

export const VoucherPublished = envelope(
  'VOUCHER_PUBLISHED',
  'VoucherPublished',
  Type.Object({
    ...user,
    ...voucher,
    merchantId: MerchantId,
    merchantName: merchantFields.name,
    valueType: Nullable(ValueType),
  }),
)

export const WebhookEvent = Type.Union(
  [ClaimCreated, RedemptionCreated, RedemptionVoided, VoucherPublished],
  {
    title: 'WebhookEvent',
    description: 'Distinguished by `type`. Ignore types that are not listed here: new ones may be added.',
  },
)

export type ClaimCreated = Static<typeof ClaimCreated>
export type RedemptionCreated = Static<typeof RedemptionCreated>
export type RedemptionVoided = Static<typeof RedemptionVoided>
export type VoucherPublished = Static<typeof VoucherPublished>
export type WebhookEvent = Static<typeof WebhookEvent>

function envelope<const T extends EventType, D extends TObject>(type: T, title: string, data: D) {
  return Type.Object({ id: EventId, type: Type.Literal(type), createdAt: Timestamp, test, data }, { title })
}
