import { routesOf } from '../define-route.ts'
import { Claim } from '../shapes/claim.ts'
import { MerchantId, PartnerId, UserId, VoucherId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields } from '../shapes/voucher.ts'
import { customerId } from './customer-id.ts'
import { CountedPage, CsvFile, MerchantCategory, PeriodQuery, SortedQuery, SortQuery } from './shapes.ts'

export const AdminClaim = Type.Object(
  {
    ...Claim.properties,
    voucherTitle: voucherFields.title,
    merchantId: MerchantId,
    partnerId: PartnerId,
    externalUserId: customerId,
  },
  { title: 'AdminClaim' },
)

const filters = {
  partnerId: Type.Optional(PartnerId),
  merchantId: Type.Optional(MerchantId),
  category: MerchantCategory,
  voucherId: Type.Optional(VoucherId),
  userId: Type.Optional(UserId),
  ...PeriodQuery,
}

export const CLAIM_SORTS = ['-claimedAt', 'claimedAt'] as const

const defineRoute = routesOf('admin', 'Claims')

export const listAllClaims = defineRoute({
  id: 'listAllClaims',
  method: 'GET',
  path: '/admin/claims',
  summary: 'List claims',
  description:
    'Claims of test partners are listed only if a filter names the partner, its merchant, voucher or user.',
  query: Type.Object({ ...filters, ...SortedQuery(...CLAIM_SORTS) }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(AdminClaim) } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})

export const exportClaims = defineRoute({
  id: 'exportClaims',
  method: 'GET',
  path: '/admin/claims.csv',
  summary: 'Export claims as CSV',
  description:
    'Streams all claims that match the filters, after a header line. Titles have no markup. Text is quoted, and gets an ' +
    'apostrophe where a spreadsheet would read it as a formula.',
  query: Type.Object({ ...filters, ...SortQuery(...CLAIM_SORTS) }),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,claimedAt,voucherTitle,externalUserId',
      '0199a7f4-18d3-7690-b1ce-6a52f48e0d05,2026-11-15T08:30:00.000Z,Free kopi,user-42',
    ),
  },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})
