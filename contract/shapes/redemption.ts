import { REDEMPTION_REFUSALS, type RedemptionRefusal, type RuleRefusal } from '../errors.ts'
import { Count, CycleKey, Latitude, Like, Longitude, Nullable, OneOf, Pin, Timestamp } from './fields.ts'
import { MerchantId, OutletId, RedemptionId, UserId, VoucherId } from './ids.ts'
import { outletFields } from './outlet.ts'
import { Type } from './type.ts'
import { VoucherUsage, voucherFields } from './voucher.ts'

export const REDEMPTION_STATUSES = ['SUCCESS', 'FLAGGED'] as const
export const REDEMPTION_METHODS = ['PIN', 'QR', 'TEST'] as const
export type RedemptionMethod = (typeof REDEMPTION_METHODS)[number]

export const FLAG_REASONS = ['outlet_not_geolocated', 'gps_unavailable'] as const

export const RedemptionStatus = OneOf(REDEMPTION_STATUSES, {
  description:
    'FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.',
})
export const FlagReason = OneOf(FLAG_REASONS)
const method = OneOf(REDEMPTION_METHODS, {
  description:
    'How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the partner redeemed ' +
    'in its sandbox).',
  examples: ['PIN'],
})
export const verifyCode = Type.String({
  description:
    'Anybody can check the redemption at `/verify/` with this code, and learns nothing about the person.',
  examples: ['0F2K7M-Q2XD9R'],
})
const flagReason = Like(Nullable(FlagReason), { examples: [null] })

/** The fields of a redemption that consumers and the back office see. */
export const redemptionFields = {
  id: RedemptionId,
  userId: UserId,
  voucherId: VoucherId,
  outletId: OutletId,
  merchantId: MerchantId,
  voucherTitle: voucherFields.title,
  outletName: outletFields.name,
  cycleKey: CycleKey,
  cycleResetsAt: VoucherUsage.properties.cycleResetsAt,
  status: RedemptionStatus,
  flagReason,
  method,
  gpsAvailable: Type.Boolean({ description: 'Whether the request had coordinates.', examples: [true] }),
  gpsDistanceMeters: Nullable(
    Type.Number({ description: 'Distance between device and outlet, rounded to 0.1 m.', examples: [41.7] }),
  ),
  code: Nullable(
    Type.String({
      description: 'The dispensed code; null if the voucher has no codes.',
      examples: ['7K3M-Q2XD-9RTV'],
    }),
  ),
  redeemedAt: Timestamp,
  voidedAt: Like(Nullable(Timestamp), { description: 'When the back office voided it.', examples: [null] }),
}

export const Redemption = Type.Object(
  {
    ...redemptionFields,
    remaining: Like(Count, {
      description: 'How often the user can still redeem the voucher in that cycle.',
      examples: [1],
    }),
    verifyCode,
  },
  { title: 'Redemption' },
)

const position = {
  consumerLat: Type.Optional(Like(Latitude, { description: 'Latitude of the device.' })),
  consumerLng: Type.Optional(Like(Longitude, { description: 'Longitude of the device.' })),
}
const bothOrNeither = { consumerLat: ['consumerLng'], consumerLng: ['consumerLat'] }

export const RedemptionRequest = Type.Object(
  {
    voucherId: VoucherId,
    outletId: OutletId,
    pin: Pin,
    ...position,
    gpsAccuracyMeters: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'Accuracy of the coordinates. Stored for audits.',
        examples: [12.5],
      }),
    ),
  },
  { title: 'RedemptionRequest', additionalProperties: false, dependentRequired: bothOrNeither },
)

export const PreviewRequest = Type.Object(
  {
    voucherId: VoucherId,
    outletId: Type.Optional(OutletId),
    ...position,
    method: Type.Optional(
      OneOf(['PIN', 'QR'], { description: 'How the user would redeem; PIN by default.', examples: ['PIN'] }),
    ),
  },
  { title: 'PreviewRequest', dependentRequired: bothOrNeither },
)

/** A preview returns these as errors itself, or cannot predict them. */
const NOT_PREVIEWED = [
  'idempotency_key_reused',
  'voucher_not_found',
  'voucher_out_of_scope',
  'invalid_pin',
  'code_generation_failed',
] as const satisfies readonly RedemptionRefusal[]

export type PreviewReason = Exclude<RuleRefusal, (typeof NOT_PREVIEWED)[number]>

export const PREVIEW_REASONS = REDEMPTION_REFUSALS.flatMap((code): RuleRefusal[] =>
  code === 'outlet_pin_not_set' ? [code, 'qr_not_enabled'] : [code],
).filter((code): code is PreviewReason => !(NOT_PREVIEWED as readonly string[]).includes(code))

export const Preview = Type.Object(
  {
    redeemable: Type.Boolean({ examples: [false] }),
    reasons: Type.Array(OneOf(PREVIEW_REASONS, { examples: ['no_claim'] }), {
      description: 'Every reason why a redemption would be refused now, in the order of the checks.',
    }),
    retryAfterSeconds: Nullable(
      Type.Integer({
        minimum: 1,
        description: 'How long the user has to wait if `rate_limited` is among the reasons; otherwise null.',
        examples: [null],
      }),
    ),
    remaining: VoucherUsage.properties.remaining,
    globalRemaining: Nullable(
      Like(Count, {
        description:
          'How often all users together can still redeem the voucher in this cycle; null if it has no cap.',
        examples: [317],
      }),
    ),
    cycleKey: CycleKey,
    cycleResetsAt: VoucherUsage.properties.cycleResetsAt,
  },
  { title: 'Preview' },
)
