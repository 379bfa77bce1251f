import { routesOf } from '../define-route.ts'
import { Count, ImagePath, Like, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { MerchantId, PartnerId, RedemptionId, VoucherId } from '../shapes/ids.ts'
import { StatementMonth } from '../shapes/month.ts'
import { MoneySum, RedemptionValue } from '../shapes/redemption-value.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields } from '../shapes/voucher.ts'
import { CsvFile, Page, PageQuery } from './shapes.ts'

export const STATEMENT_STATES = ['OPEN', 'CLOSED'] as const
export const ADJUSTMENT_KINDS = ['VOIDED', 'REJECTED', 'ACCEPTED', 'LATE'] as const

const signed = (description: string, example: number) => Type.Integer({ description, examples: [example] })
const counted = (description: string, example: number) => Like(Count, { description, examples: [example] })

export const StatementRow = Type.Object(
  {
    number: Nullable(
      Type.Integer({
        description: 'The number of the statement; null while the month is open.',
        examples: [417],
      }),
    ),
    merchantId: MerchantId,
    merchantName: Type.String({ examples: ['Kopi Corner'] }),
    partnerId: PartnerId,
    partnerName: Type.String({ examples: ['Acme Pay'] }),
    timezone: Type.String({
      description: 'The merchant’s time zone: that of the close, if the month is closed.',
      examples: ['Asia/Kuala_Lumpur'],
    }),
    voucherId: VoucherId,
    voucherTitle: voucherFields.title,
    redeemed: counted('Redemptions of the month, including those that were voided or rejected.', 250),
    voided: counted('How many of them were voided before the close.', 1),
    rejected: counted('How many of them were rejected in a review before the close, and not voided.', 1),
    adjustments: signed(
      'What happened to redemptions of closed months, counted in this month. Can be negative.',
      0,
    ),
    net: signed('redeemed − voided − rejected + adjustments', 248),
    unreviewed: counted('Flagged redemptions that nobody has reviewed. They count in full.', 2),
    value: Like(Nullable(RedemptionValue), { description: 'The value of each of these redemptions.' }),
    total: Like(Nullable(MoneySum), { description: 'net × value; null without a value.' }),
  },
  {
    title: 'StatementRow',
    description:
      'The redemptions of a voucher with one value, for a merchant, a partner and a month. A voucher whose value changed ' +
      'has several rows. The rows of a merchant and a partner are one statement.',
  },
)

const totals = Type.Array(
  Type.Object(
    {
      currency: Nullable(Type.String({ description: 'Null for rows without a value.', examples: ['MYR'] })),
      net: signed('The number of redemptions that count.', 248),
      total: Nullable(Type.String({ description: 'Null for rows without a value.', examples: ['1240.00'] })),
    },
    { title: 'StatementTotal' },
  ),
  { description: 'The sums of all rows that match the filters, by currency.' },
)

const state = OneOf(STATEMENT_STATES, {
  description: 'The rows of an OPEN month are counted now. Those of a CLOSED month never change.',
  examples: ['CLOSED'],
})
const closedAt = Like(Nullable(Timestamp), { description: 'Null while the month is open.' })

export const Statements = Type.Object(
  {
    month: StatementMonth,
    state,
    closedAt,
    closableAt: Like(Timestamp, {
      description:
        'From this time on, the month can be closed: one hour after it has ended in every time zone in use.',
      examples: ['2026-12-01T01:00:00.000Z'],
    }),
    ...Page(StatementRow).properties,
    totals,
  },
  { title: 'Statements' },
)

export const ClosedMonth = Type.Object(
  {
    month: StatementMonth,
    state,
    closedAt,
    statements: counted('How many statements the month has.', 36),
    unreviewed: counted('Flagged redemptions that nobody had reviewed at the close.', 2),
    totals,
  },
  { title: 'ClosedMonth' },
)

export const Adjustment = Type.Object(
  {
    redemptionId: RedemptionId,
    redemptionMonth: Like(StatementMonth, { examples: ['2026-10'] }),
    kind: OneOf(ADJUSTMENT_KINDS, {
      description:
        'VOIDED, REJECTED and ACCEPTED happened after the month of the redemption was closed. A LATE redemption was ' +
        'written after the close had begun.',
      examples: ['VOIDED'],
    }),
    at: Timestamp,
    count: signed('The difference to the net number: 1 or -1.', -1),
    value: Nullable(RedemptionValue),
    merchantId: MerchantId,
    partnerId: PartnerId,
    voucherId: VoucherId,
  },
  { title: 'Adjustment' },
)

const parties = {
  merchantId: Type.Optional(MerchantId),
  partnerId: Type.Optional(PartnerId),
}
const filters = { month: StatementMonth, ...parties }
const ByMonth = Type.Object({ month: StatementMonth })

const issuer = {
  name: Nullable(Text(200, { examples: ['Acme Vouchers Sdn Bhd'] })),
  addressLines: Type.Array(Text(200, { examples: ['12 Jalan Ampang'] }), { maxItems: 6 }),
  registrationNumber: Nullable(Text(100, { examples: ['202601012345'] })),
  logoPath: Nullable(ImagePath),
}
const closeOnDay = Nullable(
  Type.Integer({
    minimum: 2,
    maximum: 28,
    description: 'The day (UTC) of the next month on which a worker closes a month; null: people close it.',
    examples: [5],
  }),
)

export const StatementSettings = Type.Object(
  {
    issuer: Type.Object(issuer, { description: 'The letterhead of statements.' }),
    closeOnDay,
    updatedAt: Timestamp,
  },
  { title: 'StatementSettings' },
)

const defineRoute = routesOf('admin', 'Statements')

export const listStatements = defineRoute({
  id: 'listStatements',
  method: 'GET',
  path: '/admin/statements',
  summary: 'List the statements of a month',
  description:
    'Rows are sorted by merchant, partner and voucher, by their ids. Merchants and partners see their own. Test partners ' +
    'and their merchants are in no statement.',
  query: Type.Object({ ...filters, ...PageQuery }),
  timeoutMs: 60 * 1000,
  responses: { 200: { description: 'A page of rows, and the sums of all rows.', body: Statements } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})

export const exportStatements = defineRoute({
  id: 'exportStatements',
  method: 'GET',
  path: '/admin/statements.csv',
  summary: 'Export the statements of a month as CSV',
  description:
    'All rows that match the filters, counted at one moment. Titles have no markup. Text is quoted, and gets an ' +
    'apostrophe where a spreadsheet would read it as a formula.',
  query: Type.Object(filters),
  timeoutMs: 10 * 60 * 1000,
  responses: {
    200: CsvFile(
      'number,month,state,merchantName,partnerName,voucherTitle,redeemed,voided,rejected,adjustments,net,value,total,currency',
      '417,"2026-11","CLOSED","Kopi Corner","Acme Pay","Free kopi",250,1,1,0,248,5.00,1240.00,"MYR"',
    ),
  },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})

export const listAdjustments = defineRoute({
  id: 'listAdjustments',
  method: 'GET',
  path: '/admin/statements/{month}/adjustments',
  summary: 'List the adjustments of a month, newest first',
  description:
    'What happened to redemptions after their own month was closed, and counts in this month. The list is complete unless ' +
    '`limit` asks for pages; the header `link` then leads to the next one.',
  params: ByMonth,
  query: Type.Object({ ...parties, voucherId: Type.Optional(VoucherId), ...PageQuery }),
  responses: { 200: { description: 'The adjustments.', body: Type.Array(Adjustment) } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})

export const closeMonth = defineRoute({
  id: 'closeMonth',
  method: 'POST',
  path: '/admin/statements/{month}/close',
  summary: 'Close a month',
  description:
    'Freezes the statements of all merchants and partners, and numbers them. The oldest open month is closed first. What ' +
    'changes later is an adjustment of an open month. Safe to repeat: the response is the same.',
  params: ByMonth,
  timeoutMs: 2 * 60 * 1000,
  responses: { 200: { description: 'Closed.', body: ClosedMonth } },
  errors: ['month_not_over', 'earlier_month_open'],
  roles: ['admin'],
})

export const viewStatementSettings = defineRoute({
  id: 'viewStatementSettings',
  method: 'GET',
  path: '/admin/settings/statements',
  summary: 'Show the settings of statements',
  responses: { 200: { description: 'The settings.', body: StatementSettings } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})

export const replaceStatementSettings = defineRoute({
  id: 'replaceStatementSettings',
  method: 'PUT',
  path: '/admin/settings/statements',
  summary: 'Change the settings of statements',
  body: Strict({ issuer: Strict(issuer), closeOnDay }, { title: 'NewStatementSettings' }),
  responses: { 200: { description: 'The new settings.', body: StatementSettings } },
  roles: ['admin'],
})
