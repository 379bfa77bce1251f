import { deviceName } from '../counter/counter.ts'
import { routesOf } from '../define-route.ts'
import { Latitude, Like, Longitude, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { DeviceId, MerchantId, OutletId, PartnerId, UserId, VoucherId } from '../shapes/ids.ts'
import { StatementMonth } from '../shapes/month.ts'
import { FlagReason, RedemptionStatus, redemptionFields } from '../shapes/redemption.ts'
import { RedemptionValue } from '../shapes/redemption-value.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { customerId } from './customer-id.ts'
import {
  ById,
  CountedPage,
  CsvFile,
  MerchantCategory,
  PeriodQuery,
  SortedQuery,
  SortQuery,
} from './shapes.ts'

export const REVIEW_OUTCOMES = ['ACCEPTED', 'REJECTED'] as const

const reviewFields = {
  outcome: OneOf(REVIEW_OUTCOMES),
  note: Nullable(Text(2000, { examples: ['The outlet confirmed the visit by phone.'] })),
}
const reason = Text(500, { examples: ['Redeemed twice by mistake.'] })

const noPosition = 'Null without coordinates of the device, and for role merchant.'

export const AdminRedemption = Type.Object(
  {
    ...redemptionFields,
    partnerId: PartnerId,
    externalUserId: customerId,
    device: Nullable(
      Type.Object(
        { id: DeviceId, name: deviceName },
        { description: 'The device of the outlet that confirmed the code; null unless `method` is QR.' },
      ),
    ),
    redemptionValue: Nullable(RedemptionValue),
    statementMonth: StatementMonth,
    consumerLat: Like(Nullable(Latitude), { description: noPosition }),
    consumerLng: Like(Nullable(Longitude), { description: noPosition }),
    gpsAccuracyMeters: Nullable(Type.Number({ description: noPosition, examples: [12.5] })),
    voidReason: Like(Nullable(reason), { examples: [null] }),
    review: Nullable(
      Type.Object(
        {
          ...reviewFields,
          reviewedBy: Nullable(
            Type.String({
              description: 'Null for role merchant, like note.',
              examples: ['staff:01998d05-c1a8-7e92-9b46-d20f5c73e80b'],
            }),
          ),
          reviewedByName: Nullable(
            Type.String({
              description: 'The name of the person or key as of today. Null for merchants and partners.',
              examples: ['Aina Rahman'],
            }),
          ),
          reviewedAt: Timestamp,
        },
        { description: 'The latest review, or null.' },
      ),
    ),
  },
  { title: 'AdminRedemption' },
)

export const redemptionFilters = {
  partnerId: Type.Optional(PartnerId),
  merchantId: Type.Optional(MerchantId),
  category: MerchantCategory,
  outletId: Type.Optional(OutletId),
  voucherId: Type.Optional(VoucherId),
  userId: Type.Optional(UserId),
  status: Type.Optional(RedemptionStatus),
  flagReason: Type.Optional(FlagReason),
  reviewed: Type.Optional(Type.Boolean({ description: 'Whether the redemption has been reviewed.' })),
  reviewOutcome: Type.Optional(OneOf(REVIEW_OUTCOMES, { description: 'The outcome of the latest review.' })),
  voided: Type.Optional(Type.Boolean({ description: 'Whether the redemption has been voided.' })),
  statementMonth: Type.Optional(StatementMonth),
  value: Type.Optional(
    Type.String({
      pattern: '^(?:none|[0-9]{1,12}(?:\\.[0-9]{1,4})? [A-Z]{3})$',
      description: 'an amount and a currency, as in "5.00 MYR", or "none" for redemptions without a value',
      examples: ['5.00 MYR'],
    }),
  ),
  ...PeriodQuery,
}

export const REDEMPTION_SORTS = ['-redeemedAt', 'redeemedAt'] as const

const defineRoute = routesOf('admin', 'Redemptions')

export const listRedemptions = defineRoute({
  id: 'listRedemptions',
  method: 'GET',
  path: '/admin/redemptions',
  summary: 'List redemptions',
  description:
    'Redemptions of test partners are listed only if a filter names the partner, its merchant, outlet, voucher or user.',
  query: Type.Object({ ...redemptionFilters, ...SortedQuery(...REDEMPTION_SORTS) }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(AdminRedemption) } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})

export const exportRedemptions = defineRoute({
  id: 'exportRedemptions',
  method: 'GET',
  path: '/admin/redemptions.csv',
  summary: 'Export redemptions as CSV',
  description:
    'Streams all redemptions that match the filters, after a header line. Titles have no markup, and the status of a ' +
    'voided redemption is VOIDED. Text is quoted, and gets an apostrophe where a spreadsheet would read it as a formula.',
  query: Type.Object({ ...redemptionFilters, ...SortQuery(...REDEMPTION_SORTS) }),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,redeemedAt,voucherTitle,outletName,status',
      '0199a7f9-e4a0-7d17-9e28-b3c60f75a106,2026-11-15T08:30:00.000Z,Free kopi,Kopi Corner Suria,SUCCESS',
    ),
  },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})

export const getRedemption = defineRoute({
  id: 'getRedemption',
  method: 'GET',
  path: '/admin/redemptions/{id}',
  summary: 'Get a redemption',
  params: ById,
  responses: { 200: { description: 'The redemption.', body: AdminRedemption } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})

export const voidRedemption = defineRoute({
  id: 'voidRedemption',
  method: 'POST',
  path: '/admin/redemptions/{id}/void',
  summary: 'Void a redemption',
  description:
    'The redemption no longer counts towards the user’s limit and the voucher’s cap of its cycle. It stays in the ' +
    'list, and its code stays dispensed. Safe to repeat: the first reason is kept.',
  params: ById,
  body: Strict({ reason }, { title: 'VoidRequest' }),
  responses: { 200: { description: 'Voided.', body: AdminRedemption } },
  errors: ['not_found'],
  roles: ['admin', 'support'],
})

export const reviewRedemption = defineRoute({
  id: 'reviewRedemption',
  method: 'POST',
  path: '/admin/redemptions/{id}/review',
  summary: 'Review a redemption',
  description:
    'Records the outcome and changes nothing else. A later review replaces an earlier one. With `voidReason`, a rejected ' +
    'redemption is also voided, in one step. The list with `reviewOutcome=REJECTED&voided=false` has those that were only ' +
    'rejected.',
  params: ById,
  body: Strict(
    {
      outcome: reviewFields.outcome,
      note: Type.Optional(reviewFields.note),
      voidReason: Type.Optional(
        Like(reason, { description: 'Also voids the redemption. For outcome REJECTED only.' }),
      ),
    },
    { title: 'ReviewRequest' },
  ),
  responses: { 200: { description: 'Reviewed.', body: AdminRedemption } },
  errors: ['not_found'],
  roles: ['admin', 'support'],
})
