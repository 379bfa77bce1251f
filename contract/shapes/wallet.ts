import { Count, ImagePath, Like, Nullable, OneOf, Timestamp } from './fields.ts'
import { ClaimId, MerchantId, VoucherId } from './ids.ts'
import { Merchant } from './merchant.ts'
import { Outlet } from './outlet.ts'
import { Type } from './type.ts'
import { VoucherForUser, voucherFields } from './voucher.ts'

/** The groups of a wallet, in the order to show. */
export const WALLET_GROUPS = ['READY', 'FAVORITES_ONLY', 'LATER', 'USED_UP', 'ENDED'] as const
export type WalletGroup = (typeof WALLET_GROUPS)[number]

export const WALLET_STATES = [
  'READY',
  'NOT_A_FAVORITE',
  'NOT_YET_USABLE',
  'CAP_REACHED',
  'CODES_EXHAUSTED',
  'USED_UP',
  'EXPIRED',
  'WITHDRAWN',
] as const
export type WalletState = (typeof WALLET_STATES)[number]

/** The maximum number of outlets of one item: a chain has thousands, and a user may have many of its vouchers. */
export const MAX_WALLET_OUTLETS = 10

const WalletMerchant = Type.Object(
  {
    id: MerchantId,
    name: Merchant.properties.name,
    slug: Merchant.properties.slug,
    category: Merchant.properties.category,
    logoPath: Nullable(ImagePath),
    favorited: Merchant.properties.favorited,
  },
  { title: 'WalletMerchant' },
)

const OutletWithDistance = Type.Object(
  {
    ...Outlet.properties,
    distanceMeters: Type.Optional(
      Nullable(
        Type.Integer({
          description:
            'Distance in whole meters. Present only if lat and lng were sent; null if the outlet has no coordinates.',
          examples: [184],
        }),
      ),
    ),
  },
  { title: 'OutletWithDistance' },
)

export const WalletItem = Type.Object(
  {
    id: ClaimId,
    voucherId: VoucherId,
    merchantId: MerchantId,
    claimedAt: Timestamp,
    title: voucherFields.title,
    group: OneOf(WALLET_GROUPS, {
      description:
        'The heading under which the voucher is shown. USED_UP also has vouchers that other users have used up, and ' +
        'ENDED also those that are no longer offered.',
    }),
    state: OneOf(WALLET_STATES, {
      description:
        'READY if the user can redeem it now, otherwise why a redemption would be refused, whatever the outlet. WITHDRAWN: ' +
        'it is unpublished, its merchant is inactive, or it is out of the partner’s scope. CAP_REACHED and ' +
        'CODES_EXHAUSTED: all users together have used it up. USED_UP: this user has.',
    }),
    endsOn: Nullable(
      Type.String({
        format: 'date',
        description:
          'The last day on which it can be redeemed, a date of the merchant’s calendar; null if it has no end.',
        examples: ['2026-12-24'],
      }),
    ),
    voucher: Nullable(VoucherForUser),
    merchant: Nullable(WalletMerchant),
    outlets: Type.Array(OutletWithDistance, {
      maxItems: MAX_WALLET_OUTLETS,
      description:
        `The first ${MAX_WALLET_OUTLETS} active outlets where it can be redeemed: nearest first if lat and lng were ` +
        'sent, otherwise by name.',
    }),
    outletCount: Like(Count, {
      description:
        'The number of active outlets where it can be redeemed. If it is larger than the list, ' +
        '`GET /merchants/{id}` has all of them.',
      examples: [1],
    }),
  },
  {
    title: 'WalletItem',
    description:
      'A claim with what a list and the screen of its voucher show. `voucher` is null if it is out of scope. `merchant` ' +
      'is null, and `outlets` is empty, if `GET /merchants/{id}` would return 404.',
  },
)

export const Wallet = Type.Object(
  {
    asOf: Like(Timestamp, {
      description: 'The time by which states and order were decided. The pages of one wallet share it.',
    }),
    items: Type.Array(WalletItem, { description: 'In the order to show.' }),
    next: Nullable(
      Type.String({
        description: 'The cursor of the next page; null on the last page.',
        examples: ['WyIyMDI2LTExLTE1VDA4OjMwOjAwLjAwMFoiXQ'],
      }),
    ),
  },
  { title: 'Wallet' },
)
