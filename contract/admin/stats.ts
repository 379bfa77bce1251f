import { routesOf } from '../define-route.ts'
import { Count, LaterTimestamp, Like, OneOf, Timestamp } from '../shapes/fields.ts'
import { MerchantId, OutletId, PartnerId, VoucherId } from '../shapes/ids.ts'
import { outletFields } from '../shapes/outlet.ts'
import { REDEMPTION_REFUSALS } from '../shapes/redemption.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields } from '../shapes/voucher.ts'
import { DELIVERY_STATES } from './deliveries.ts'
import { PeriodQuery } from './shapes.ts'

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

export const Stats = Type.Object(
  {
    from: Timestamp,
    to: LaterTimestamp,
    ...counts,
    refused: refusedByReason,
    deliveries: Type.Array(Type.Object({ state: OneOf(DELIVERY_STATES), count })),
    days: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-11-15'] }),
        ...counts,
        refused: count,
        refusedByReason,
      }),
      { description: 'Every day of the period, oldest first. Empty without interval=day.' },
    ),
    hours: Type.Array(
      Type.Object({
        hour: Like(Timestamp, {
          description: 'The start of an hour in UTC.',
          examples: ['2026-11-15T08:00:00.000Z'],
        }),
        ...counts,
        refused: count,
        refusedByReason,
      }),
      { description: 'Every hour of the period, oldest first. Empty without interval=hour.' },
    ),
    outlets: Type.Array(
      Type.Object({
        outletId: OutletId,
        outletName: outletFields.name,
        merchantId: Like(MerchantId, { description: 'The merchant of the outlet.' }),
        redemptions: counts.redemptions,
        flagged: counts.flagged,
        refused: Like(count, { description: 'Refused redemptions, as `GET /admin/refusals` lists them.' }),
      }),
      { description: 'The 200 outlets with the most redemptions. Empty without groupBy=outlet.' },
    ),
    lowPools: Type.Array(LowPool, { description: 'Code pools of live vouchers that are running low now.' }),
  },
  { title: 'Stats' },
)

const defineRoute = routesOf('admin', 'Stats')

export const getStats = defineRoute({
  id: 'getStats',
  method: 'GET',
  path: '/admin/stats',
  summary: 'Get stats for a period',
  description: 'Covers the last 30 days by default; with interval=hour, the last 7 days.',
  query: Type.Object({
    ...PeriodQuery,
    merchantId: Type.Optional(MerchantId),
    partnerId: Type.Optional(PartnerId),
    interval: Type.Optional(
      OneOf(['day', 'hour'], {
        description: 'Adds the stats of each day (of at most 400 days) or of each hour (of at most 7 days).',
      }),
    ),
    groupBy: Type.Optional(
      OneOf(['outlet'], { description: 'Adds the stats of each outlet, for at most 31 days.' }),
    ),
  }),
  responses: { 200: { description: 'The stats.', body: Stats } },
  roles: ['admin', 'support', 'merchant', 'partner'],
})
