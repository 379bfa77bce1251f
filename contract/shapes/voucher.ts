import {
  ClaimFlow,
  CodeSource,
  Count,
  Cycle,
  CycleKey,
  ImagePath,
  LaterTimestamp,
  Like,
  MarkedText,
  Nullable,
  Text,
  Timestamp,
  ValueType,
} from './fields.ts'
import { MerchantId, OutletId, VoucherId } from './ids.ts'
import { Translations } from './translations.ts'
import { Type } from './type.ts'

const START = 'an ISO 8601 date-time, or null for no start'
const END = 'an ISO 8601 date-time, or null for no end'

/** The fields that a merchant sets. `valid…` limits every use of the voucher, `applicable…` only its redemption. */
export const voucherFields = {
  title: MarkedText(300, {
    description:
      'May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For plain text, ' +
      'remove the tags, ignoring case.',
    examples: ['{b}Free{/b} kopi with any toast set'],
  }),
  description: Nullable(Text(2000, { examples: ['One hot or iced kopi with every toast set.'] })),
  terms: Nullable(Text(5000, { examples: ['Dine-in only. One per table. Not with other offers.'] })),
  imagePath: ImagePath,
  valueType: Nullable(ValueType),
  codeSource: Like(CodeSource, { examples: ['AUTO'] }),
  claimFlow: ClaimFlow,
  favoritesOnly: Type.Boolean({
    description: 'Whether only users with the merchant among their favorites can redeem it.',
    examples: [false],
  }),
  redemptionCount: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'How often one user can redeem it per cycle.',
    examples: [2],
  }),
  cycle: Like(Cycle, { examples: ['MONTHLY'] }),
  globalRedemptionCap: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'How often all users of all partners together can redeem it per cycle; null for no cap.',
      examples: [500],
    }),
  ),
  validFrom: Nullable(Like(Timestamp, { description: START, examples: ['2026-11-01T00:00:00.000Z'] })),
  validUntil: Nullable(Like(LaterTimestamp, { description: END })),
  applicableFrom: Nullable(Like(Timestamp, { description: START, examples: ['2026-11-05T00:00:00.000Z'] })),
  applicableUntil: Nullable(
    Like(LaterTimestamp, { description: END, examples: ['2026-12-24T15:59:59.999Z'] }),
  ),
  outletIds: Nullable(
    Type.Array(OutletId, {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'The outlets where it can be redeemed; null for every outlet of the merchant.',
    }),
  ),
}

export const voucherTranslations = Translations(
  { title: voucherFields.title, description: Text(2000), terms: Text(5000) },
  {
    ms: {
      title: 'Kopi {b}percuma{/b} dengan mana-mana set roti bakar',
      terms: 'Makan di kedai sahaja. Satu bagi setiap meja.',
    },
  },
)

const publicFields = {
  id: VoucherId,
  merchantId: MerchantId,
  ...voucherFields,
  imagePath: Nullable(
    Like(ImagePath, {
      description:
        'a path under /uploads/ or an https URL; null only if the image of an unpublished voucher was removed',
    }),
  ),
  publishedAt: Timestamp,
  isActive: Type.Boolean({
    description: 'False if it is unpublished or its merchant is inactive.',
    examples: [true],
  }),
}

export const Voucher = Type.Object(publicFields, { title: 'Voucher' })

export const VoucherUsage = Type.Object(
  {
    claimed: Type.Boolean({ examples: [true] }),
    claimedAt: Nullable(Timestamp),
    used: Like(Count, { description: 'How often the user has redeemed it in this cycle.', examples: [1] }),
    remaining: Like(Count, {
      description: 'How often the user can still redeem it in this cycle.',
      examples: [1],
    }),
    cycleKey: CycleKey,
    cycleResetsAt: Nullable(
      Like(Timestamp, {
        description: 'When the next cycle starts; null for ONE_TIME.',
        examples: ['2026-11-30T16:00:00.000Z'],
      }),
    ),
  },
  { title: 'VoucherUsage' },
)

export const VoucherForUser = Type.Object(
  { ...publicFields, me: VoucherUsage },
  { title: 'VoucherForUser', description: 'A voucher and, in `me`, the current user’s claim and usage.' },
)
