import { routesOf } from '../define-route.ts'
import { Count, CycleKey, LaterTimestamp, Like, Nullable, OneOf, Timestamp } from '../shapes/fields.ts'
import { MerchantId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { CodePool } from './codes.ts'
import { AdminMerchant } from './merchants.ts'
import { CountedPage, CsvFile, SearchQuery, SortedQuery, SortQuery } from './shapes.ts'
import { AdminVoucher } from './vouchers.ts'

export const VOUCHER_STATES = ['DRAFT', 'UPCOMING', 'LIVE', 'ENDED', 'INACTIVE', 'UNPUBLISHED'] as const

/** A voucher whose period ends within this time ends soon. */
export const SOON_DAYS = 7

/** The days that `redeemed30Days` counts. */
export const RECENT_DAYS = 30

const state = OneOf(VOUCHER_STATES, {
  description:
    'DRAFT: never published. UPCOMING: published, before `validFrom`. LIVE: users can see it. ENDED: published, after ' +
    '`validUntil`. INACTIVE: published, but its merchant is inactive. UNPUBLISHED: taken back.',
  examples: ['LIVE'],
})

const { id, merchantId, title, status, codeSource, cycle, validFrom, validUntil, publishedAt, createdAt } =
  AdminVoucher.properties
const { publishAt, unpublishAt, scheduleFailure } = AdminVoucher.properties

export const ListedVoucher = Type.Object(
  {
    id,
    merchantId,
    merchantName: AdminMerchant.properties.name,
    merchantTimezone: AdminMerchant.properties.timezone,
    title,
    status,
    state,
    codeSource,
    cycle,
    validFrom,
    validUntil,
    endsSoon: Type.Boolean({
      description: `Whether it is LIVE or UPCOMING and ends in the next ${SOON_DAYS} days.`,
      examples: [false],
    }),
    cap: Nullable(
      Type.Object(
        {
          limit: Type.Integer({ minimum: 1, examples: [500] }),
          used: Like(Count, {
            description: 'Redemptions in this cycle, without voided ones.',
            examples: [412],
          }),
          cycleKey: CycleKey,
          resetsAt: Nullable(LaterTimestamp),
        },
        {
          title: 'CapUse',
          description: 'The use of `globalRedemptionCap` in the current cycle. Null: the voucher has no cap.',
        },
      ),
    ),
    codes: Like(Nullable(CodePool), { description: 'Null unless codeSource is MANUAL.' }),
    redeemed30Days: Like(Count, {
      description: `Redemptions since \`recentFrom\`, without voided ones.`,
      examples: [128],
    }),
    publishedAt,
    publishAt,
    unpublishAt,
    scheduleFailure,
    createdAt,
  },
  { title: 'ListedVoucher' },
)

export const voucherFilters = {
  merchantId: Type.Optional(MerchantId),
  state: Type.Optional(state),
  endsWithinDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 366,
      description: 'Only vouchers whose `validUntil` is in the next so many days.',
      examples: [7],
    }),
  ),
  ...SearchQuery,
}

export const VOUCHER_SORTS = [
  '-createdAt',
  'createdAt',
  'validUntil',
  '-validUntil',
  'title',
  '-title',
  'merchantName',
  '-merchantName',
] as const

const TEST_MERCHANTS = 'Vouchers of test merchants are listed only if `merchantId` names the merchant.'

const defineRoute = routesOf('admin', 'Vouchers')

export const listAllVouchers = defineRoute({
  id: 'listAllVouchers',
  method: 'GET',
  path: '/admin/vouchers',
  summary: 'List the vouchers of all merchants',
  description:
    '`q` searches the title, without its markup. A voucher without an end comes last in the sort `validUntil`. ' +
    TEST_MERCHANTS,
  query: Type.Object({ ...voucherFilters, ...SortedQuery(...VOUCHER_SORTS) }),
  responses: {
    200: {
      description: 'A page of results.',
      body: Type.Object({
        ...CountedPage(ListedVoucher).properties,
        recentFrom: Like(Timestamp, {
          description: `When the ${RECENT_DAYS} days of \`redeemed30Days\` started.`,
        }),
      }),
    },
  },
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const exportVouchers = defineRoute({
  id: 'exportVouchers',
  method: 'GET',
  path: '/admin/vouchers.csv',
  summary: 'Export the vouchers of all merchants as CSV',
  description:
    'Streams all vouchers that match the filters, after a header line. Titles have no markup. Text is quoted, and gets ' +
    `an apostrophe where a spreadsheet would read it as a formula. ${TEST_MERCHANTS}`,
  query: Type.Object({ ...voucherFilters, ...SortQuery(...VOUCHER_SORTS) }),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,title,merchantName,state,capUsed,capLimit',
      '0199a1b6-52e9-7f38-8c55-e07a3b91d604,Free kopi,Kopi Corner,LIVE,412,500',
    ),
  },
  roles: ['admin', 'support', 'viewer', 'merchant'],
})
