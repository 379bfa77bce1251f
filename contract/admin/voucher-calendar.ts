import { routesOf } from '../define-route.ts'
import { Count, Like, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { MerchantId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { CountedPage, SearchQuery, SortedQuery } from './shapes.ts'
import { ListedVoucher } from './voucher-list.ts'

export const CALENDAR_EVENTS = ['PUBLISHES', 'STARTS', 'RUNS', 'ENDS', 'UNPUBLISHES'] as const

const month = Type.String({
  pattern: '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])$',
  description: 'a month in the time zone, as in 2026-12',
  examples: ['2026-12'],
})
const day = Type.String({
  pattern: '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])-[0-3][0-9]$',
  description: 'a day of the month, as in 2026-12-01',
  examples: ['2026-12-01'],
})
const timezone = Text(64, {
  description: 'The IANA time zone of months and days. UTC by default.',
  examples: ['Asia/Kuala_Lumpur'],
})

const { id, merchantId, merchantName, merchantTimezone, title, status, state } = ListedVoucher.properties
const { validFrom, validUntil, publishedAt, publishAt, unpublishAt } = ListedVoucher.properties

export const CalendarEntry = Type.Object(
  {
    id,
    merchantId,
    merchantName,
    merchantTimezone,
    title,
    status,
    state,
    publishedAt,
    publishAt,
    validFrom,
    validUntil,
    unpublishAt,
    runsFrom: Like(Timestamp, { description: 'The later of its publication and `validFrom`.' }),
    runsUntil: Like(Nullable(Timestamp), { description: 'The earlier of `validUntil` and `unpublishAt`.' }),
  },
  { title: 'CalendarEntry' },
)

const count = (description: string, example: number) => Like(Count, { description, examples: [example] })

export const CalendarDay = Type.Object(
  {
    date: day,
    publishes: count('Vouchers that are published on this day.', 2),
    starts: count('Vouchers whose `validFrom` is on this day.', 1),
    runs: count('Vouchers that users can use at some time of this day.', 41),
    ends: count('Vouchers whose `validUntil` is on this day.', 0),
    unpublishes: count('Vouchers that are unpublished on this day.', 0),
  },
  { title: 'CalendarDay' },
)

export const Calendar = Type.Object(
  {
    month,
    timezone,
    from: Like(Timestamp, { description: 'The first moment of the month.' }),
    until: Like(Timestamp, { description: 'The first moment of the next month.' }),
    days: Type.Array(CalendarDay, { description: 'Every day of the month.' }),
    ...CountedPage(CalendarEntry).properties,
  },
  { title: 'Calendar' },
)

const defineRoute = routesOf('admin', 'Vouchers')

export const viewCalendar = defineRoute({
  id: 'viewCalendar',
  method: 'GET',
  path: '/admin/calendar',
  summary: 'View a month: what is published, starts, runs and ends',
  description:
    'Contains the vouchers that are PUBLISHED or have a `publishAt`, if one of their times is in the month or they run in ' +
    'it. `days` counts all that match merchantId and q, the list also event and day. A published voucher counts as ' +
    'published on the day of its first publication. Vouchers of test merchants are listed only if `merchantId` names ' +
    'the merchant.',
  query: Type.Object({
    month,
    timezone: Type.Optional(timezone),
    merchantId: Type.Optional(MerchantId),
    event: Type.Optional(
      OneOf(CALENDAR_EVENTS, {
        description: 'Only vouchers to which this happens in the month, or on `day`.',
        examples: ['STARTS'],
      }),
    ),
    day: Type.Optional(day),
    ...SearchQuery,
    ...SortedQuery('merchantName', '-merchantName'),
  }),
  responses: {
    200: {
      description: 'The month, with a page of its vouchers, by merchant.',
      body: Calendar,
    },
  },
  roles: ['admin', 'support', 'viewer', 'merchant'],
})
