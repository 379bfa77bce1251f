import { routesOf } from '../define-route.ts'
import { REDEMPTION_REFUSALS } from '../errors.ts'
import { AnyObject, Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { MerchantId, OutletId, PartnerId, RefusalId, RequestId, UserId, VoucherId } from '../shapes/ids.ts'
import { outletFields } from '../shapes/outlet.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields } from '../shapes/voucher.ts'
import { customerId } from './customer-id.ts'
import { SentencesFacts } from './facts.ts'
import { CountedPage, CsvFile, MerchantCategory, PeriodQuery, SortedQuery, SortQuery } from './shapes.ts'

const code = OneOf(REDEMPTION_REFUSALS, {
  description: 'The error code that the user’s app got.',
  examples: ['too_far'],
})

export const AdminRefusal = Type.Object(
  {
    id: RefusalId,
    requestId: Like(RequestId, {
      description: 'The request that was refused, as in its response header `x-request-id`.',
    }),
    at: Timestamp,
    partnerId: PartnerId,
    userId: UserId,
    externalUserId: customerId,
    voucherId: Like(VoucherId, { description: 'The id in the request. The voucher may not exist.' }),
    voucherTitle: Nullable(voucherFields.title),
    outletId: Like(OutletId, { description: 'The id in the request. The outlet may not exist.' }),
    outletName: Nullable(outletFields.name),
    merchantId: Like(Nullable(MerchantId), {
      description: 'The merchant of the voucher; null if the code is voucher_not_found.',
    }),
    code,
    reason: Type.String({
      description: 'The reason as a sentence in English.',
      examples: ['The device was 312.4 m from the outlet. The maximum is 150 m.'],
    }),
    facts: SentencesFacts,
    distanceMeters: Nullable(
      Type.Number({
        description:
          'Distance between device and outlet, rounded to 0.1 m; null if either position is unknown.',
        examples: [312.4],
      }),
    ),
    details: Nullable(
      AnyObject({
        description: 'The `details` of the error, or null.',
        examples: [{ distanceMeters: 312.4, maxMeters: 150 }],
      }),
    ),
  },
  { title: 'AdminRefusal' },
)

const filters = {
  requestId: Type.Optional(RequestId),
  partnerId: Type.Optional(PartnerId),
  merchantId: Type.Optional(MerchantId),
  category: MerchantCategory,
  outletId: Type.Optional(OutletId),
  voucherId: Type.Optional(VoucherId),
  userId: Type.Optional(UserId),
  code: Type.Optional(code),
  ...PeriodQuery,
}

export const REFUSAL_SORTS = ['-at', 'at'] as const

const defineRoute = routesOf('admin', 'Redemptions')

export const listRefusals = defineRoute({
  id: 'listRefusals',
  method: 'GET',
  path: '/admin/refusals',
  summary: 'List refused redemptions',
  description:
    'Refusals are kept for 30 days. They are recorded within a second after the response. A crash can lose the last ' +
    'second, and a flood of more than 2,000 per second on one node is recorded in part. Refusals of test partners are ' +
    'listed only if a filter names the request, the partner, its merchant, outlet, voucher or user.',
  query: Type.Object({ ...filters, ...SortedQuery(...REFUSAL_SORTS) }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(AdminRefusal) } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})

export const exportRefusals = defineRoute({
  id: 'exportRefusals',
  method: 'GET',
  path: '/admin/refusals.csv',
  summary: 'Export refused redemptions as CSV',
  description:
    'Streams all refusals that match the filters, after a header line. Titles have no markup. Text is quoted, and gets ' +
    'an apostrophe where a spreadsheet would read it as a formula.',
  query: Type.Object({ ...filters, ...SortQuery(...REFUSAL_SORTS) }),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,at,code,voucherTitle,outletName',
      '0199a7f8-90bd-7c25-a17f-4f3d28e6b00c,2026-11-15T08:30:00.000Z,too_far,Free kopi,Kopi Corner Suria',
    ),
  },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})
