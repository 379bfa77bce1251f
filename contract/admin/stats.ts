import { routesOf } from '../define-route.ts'
import { REDEMPTION_REFUSALS } from '../errors.ts'
import { Count, LaterTimestamp, Like, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { MerchantId, PartnerId, VoucherId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields } from '../shapes/voucher.ts'
import { DELIVERY_STATES } from './deliveries.ts'
import { CsvFile, PeriodQuery } from './shapes.ts'

export const GROUPINGS = ['outlet', 'voucher', 'merchant', 'partner', 'category'] as const

const counts = {
  claims: Like(Count, { examples: [412] }),
  redemptions: Like(Count, { description: 'Without voided ones.', examples: [268] }),
  flagged: Like(Count, { description: 'How many of the redemptions are FLAGGED.', examples: [9] }),
}
const count = Like(Count, { examples: [14] })
const refusedByReason = Type.Array(
  Type.Object({ reason: OneOf(REDEMPTION_REFUSALS, { examples: ['invalid_pin'] }), count }),
  { description: 'Refused redemptions by reason, most frequent first.' },
)

export const LowPool = Type.Object(
  {
    voucherId: VoucherId,
    voucherTitle: voucherFields.title,
    merchantId: MerchantId,
    available: Like(Count, { examples: [31] }),
    total: Like(Count, { examples: [1000] }),
  },
  { title: 'LowPool' },
)

const groupCounts = {
  claims: Like(Nullable(counts.claims), { description: 'Null for outlets: claims have no outlet.' }),
  redemptions: counts.redemptions,
  flagged: counts.flagged,
  refused: count,
}
const comparedCounts = {
  ...groupCounts,
  previous: Nullable(
    Type.Object(groupCounts, { description: 'The previous period. Null without compare=previous.' }),
  ),
}

const Group = Type.Object(
  {
    id: Type.String({
      description: 'The id of the outlet, voucher, merchant or partner, or the slug of the category.',
      examples: ['0199a7f0-6c1e-7b55-8d10-44e0a1c9b702'],
    }),
    name: Type.String({ description: 'The current name or title.', examples: ['Kopi Corner Suria'] }),
    merchantId: Like(Nullable(MerchantId), { description: 'The merchant of the outlet or voucher.' }),
    merchantName: Nullable(Type.String({ examples: ['Kopi Corner'] })),
    ...comparedCounts,
  },
  { title: 'StatsGroup' },
)

export const Stats = Type.Object(
  {
    from: Timestamp,
    to: LaterTimestamp,
    timezone: Type.String({ description: 'The zone of days and hours.', examples: ['Asia/Kuala_Lumpur'] }),
    ...counts,
    refused: refusedByReason,
    previous: Nullable(
      Type.Object(
        { from: Timestamp, to: LaterTimestamp, ...counts, refused: refusedByReason },
        {
          description:
            'The same number of days before; for whole months, as many months before; for a running period, only ' +
            'the part that has elapsed. Null without compare=previous.',
        },
      ),
    ),
    deliveries: Type.Array(Type.Object({ state: OneOf(DELIVERY_STATES), count })),
    days: Type.Array(
      Type.Object({
        day: Type.String({
          format: 'date',
          description: 'A day of the time zone.',
          examples: ['2026-11-15'],
        }),
        ...counts,
        refused: count,
        refusedByReason,
      }),
      { description: 'Every day of the period, oldest first. Empty without interval=day.' },
    ),
    hours: Type.Array(
      Type.Object({
        hour: Like(Timestamp, {
          description: 'The start of an hour of the time zone.',
          examples: ['2026-11-15T08:00:00.000Z'],
        }),
        ...counts,
        refused: count,
        refusedByReason,
      }),
      { description: 'Every hour of the period, oldest first. Empty without interval=hour.' },
    ),
    groups: Type.Array(Group, {
      description: 'The groups with the most redemptions, most first. Empty without groupBy.',
    }),
    others: Nullable(
      Type.Object(
        {
          groups: Like(Count, { description: 'How many groups are not listed.', examples: [0] }),
          ...comparedCounts,
        },
        {
          description:
            'The sum of what is not listed: groups beyond the limit, and refusals that belong to no group. Null ' +
            'without groupBy.',
        },
      ),
    ),
    lowPools: Type.Array(LowPool, { description: 'Code pools of live vouchers that are running low now.' }),
  },
  { title: 'Stats' },
)

const defineRoute = routesOf('admin', 'Stats')

const filters = {
  ...PeriodQuery,
  merchantId: Type.Optional(MerchantId),
  partnerId: Type.Optional(PartnerId),
  timezone: Type.Optional(
    Text(64, {
      description: 'The IANA time zone of days, hours and the previous period. UTC by default.',
      examples: ['Asia/Kuala_Lumpur'],
    }),
  ),
  compare: Type.Optional(OneOf(['previous'], { description: 'Adds the previous period to all numbers.' })),
}
const groupBy = OneOf(GROUPINGS, {
  description:
    'Adds the stats of each group, for at most 400 days. A merchant counts in its category of today.',
})

export const getStats = defineRoute({
  id: 'getStats',
  method: 'GET',
  path: '/admin/stats',
  summary: 'Get stats for a period',
  description: 'Covers the last 30 days by default; with interval=hour, the last 7 days.',
  query: Type.Object({
    ...filters,
    interval: Type.Optional(
      OneOf(['day', 'hour'], {
        description: 'Adds the stats of each day (of at most 400 days) or of each hour (of at most 7 days).',
      }),
    ),
    groupBy: Type.Optional(groupBy),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 200, description: 'The number of groups.' }),
    ),
  }),
  responses: { 200: { description: 'The stats.', body: Stats } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})

export const exportStats = defineRoute({
  id: 'exportStats',
  method: 'GET',
  path: '/admin/stats.csv',
  summary: 'Export the stats of all groups as CSV',
  description:
    'All groups of the period after a header line, most redemptions first. Numbers that are null are empty. Text is ' +
    'quoted, and gets an apostrophe where a spreadsheet would read it as a formula.',
  query: Type.Object({ ...filters, groupBy }),
  responses: {
    200: CsvFile(
      'id,name,redemptions,previousRedemptions',
      '0199a7f0-6c1e-7b55-8d10-44e0a1c9b702,"Kopi Corner Suria",268,241',
    ),
  },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})
