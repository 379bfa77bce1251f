import {
  CALENDAR_EVENTS,
  type Calendar,
  type CalendarDay,
  type viewCalendar as route,
} from '@counterfoil/contract/admin/voucher-calendar.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import type { Static } from 'typebox'
import { countInCells, listInCells, listSortedInCells } from '../../platform/cells/merge.ts'
import { listSorted } from '../../platform/input/sorted-list.ts'
import { invalid, issueAt, Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { isTimezone, UNKNOWN_TIMEZONE } from '../catalog/timezone.ts'
import {
  CALENDAR_LIST,
  countByDay,
  countEntries,
  type DayCount,
  listEntries,
  type Span,
} from './calendar-queries.ts'

type Query = Input<typeof route>['query']
type Day = Static<typeof CalendarDay>

/** A month of the vouchers of all merchants, or of the caller's merchant. */
export async function viewCalendar(
  deps: Pick<Runtime, 'db' | 'cell' | 'cells' | 'now'>,
  caller: Caller,
  query: Query,
): Promise<Static<typeof Calendar> | Refusal> {
  const { month, timezone = 'UTC', day, event } = query
  if (!isTimezone(timezone)) return invalid(UNKNOWN_TIMEZONE)
  const days = daysOf(month)
  const chosen = day === undefined ? null : days.find((one) => one.toString() === day)
  if (chosen === undefined) return invalid(issueAt('/day', 'issue.day'))
  const starts = days.map((one) => startOf(one, timezone))
  const until = startOf((days.at(-1) as Temporal.PlainDate).add({ days: 1 }), timezone)
  const whole = { from: starts[0] as Date, until }
  const filter = {
    ...(query.merchantId !== undefined && { merchantId: query.merchantId }),
    ...(query.q !== undefined && { q: query.q }),
  }
  const listFilter = {
    ...filter,
    span: chosen === null ? whole : spanOf(chosen, timezone),
    events: event === undefined ? CALENDAR_EVENTS : [event],
    now: deps.now(),
  }
  const [page, counts] = await Promise.all([
    listSorted(CALENDAR_LIST, query, {
      rows: (request) =>
        listSortedInCells(deps, request, ({ db }) => listEntries(db, caller, request, listFilter)),
      count: () => countInCells(deps, ({ db }) => countEntries(db, caller, listFilter)),
    }),
    listInCells(deps, ({ db }) => countByDay(db, caller, filter, { starts, until })),
  ])
  if (page instanceof Refusal) return page
  return {
    ...{ month, timezone, from: whole.from.toISOString(), until: until.toISOString() },
    days: sumByDay(days, counts),
    ...page,
  }
}

function daysOf(month: string): Temporal.PlainDate[] {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return Array.from({ length: first.daysInMonth }, (_, days) => first.add({ days }))
}

function spanOf(day: Temporal.PlainDate, timezone: string): Span {
  return { from: startOf(day, timezone), until: startOf(day.add({ days: 1 }), timezone) }
}

function startOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}

const PROPERTIES = {
  PUBLISHES: 'publishes',
  STARTS: 'starts',
  RUNS: 'runs',
  ENDS: 'ends',
  UNPUBLISHES: 'unpublishes',
} as const

function sumByDay(dates: Temporal.PlainDate[], counts: DayCount[]): Day[] {
  const days = dates.map((date) => ({
    date: date.toString(),
    ...{ publishes: 0, starts: 0, runs: 0, ends: 0, unpublishes: 0 },
  }))
  for (const { event, first, last, count } of counts)
    for (const day of days.slice(first - 1, last)) day[PROPERTIES[event]] += count
  return days
}
