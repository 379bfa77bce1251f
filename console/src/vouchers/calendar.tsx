import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { CALENDAR_EVENTS, viewCalendar } from '@counterfoil/contract/admin/voucher-calendar.ts'
import { Button, Group, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { RecordLink } from '../kit/links.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import type { Column } from '../list/data-table.tsx'
import { ChoiceFilter, FilterField } from '../list/filter-field.tsx'
import { useListSearch } from '../list/list-search.ts'
import { MonthInput } from '../list/month-input.tsx'
import { MerchantFilter } from '../list/owner-filters.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useOnlyMerchant } from '../session/use-session.ts'
import { currentMonth, dayName, monthAfter, monthName } from '../time/month.ts'
import { cityOf, describeMoment } from '../time/wall-time.ts'
import { VOUCHER_STATE_WORDS } from '../words/all-vouchers.ts'
import { CALENDAR_EVENT_WORDS, CALENDAR_WORDS as words } from '../words/schedule.ts'
import { MonthGrid } from './month-grid.tsx'

type Entry = ResponseBody<typeof viewCalendar>['items'][number]

const route = getRouteApi('/calendar')

/** A month: how much happens on each day, and below the vouchers of the month or of a chosen day. */
export function Calendar() {
  const search = route.useSearch()
  const onlyMerchant = useOnlyMerchant()
  const merchantId = onlyMerchant ?? search.merchantId
  const timezone = useCalendarZone(merchantId)
  const month = search.month ?? currentMonth(new Date())
  // A day of another month is left over in the address.
  const day = search.day?.startsWith(month) ? search.day : undefined
  const { day: _, ...query } = queryOf(viewCalendar, search)
  const page = useApiQuery(viewCalendar, {
    query: { ...query, month, timezone, count: true, ...(day !== undefined && { day }) },
  })
  return (
    <>
      <PageHeading title={words.title} below={words.below(cityOf(timezone))} />
      <Filters month={month} showsMerchants={onlyMerchant === null} />
      {page.data && <MonthGrid month={page.data.month} days={page.data.days} chosen={day} />}
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={2} size="h4">
          {day === undefined ? words.inMonth(monthName(month)) : words.onDay(dayName(day))}
        </Title>
        {day !== undefined && <WholeMonth />}
      </Group>
      <PagedTable
        label={words.title}
        page={page}
        columns={columnsOf(onlyMerchant === null, page.data)}
        empty={words.none}
      />
    </>
  )
}

/** Days are those of the merchant; without one, those of the reader. */
function useCalendarZone(merchantId: string | undefined): string {
  const merchant = useApiQuery(getMerchant, merchantId === undefined ? null : { params: { id: merchantId } })
  return merchant.data?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

function WholeMonth() {
  const { setFilter } = useListSearch()
  return (
    <Button variant="default" size="xs" onClick={() => setFilter('day', undefined)}>
      {words.allMonth}
    </Button>
  )
}

function Filters({ month, showsMerchants }: { month: string; showsMerchants: boolean }) {
  const { setFilters } = useListSearch()
  const show = (chosen: string) => setFilters({ month: chosen, day: undefined })
  const step = (label: string, months: number, text: string) => (
    <Button variant="default" aria-label={label} onClick={() => show(monthAfter(month, months))}>
      {text}
    </Button>
  )
  return (
    <Group gap="xs" mb="md">
      {step(words.previousMonth, -1, '‹')}
      <MonthInput label={words.month} month={month} change={show} />
      {step(words.nextMonth, 1, '›')}
      <FilterField name="q" label={words.search} />
      {showsMerchants && <MerchantFilter />}
      <ChoiceFilter
        name="event"
        label={words.event}
        choices={CALENDAR_EVENTS.map((value) => ({ value, label: CALENDAR_EVENT_WORDS[value].name }))}
      />
    </Group>
  )
}

type Month = { from: string; until: string }

function columnsOf(showsMerchants: boolean, month: Month | undefined): Column<Entry>[] {
  return [
    ...(showsMerchants ? [MERCHANT] : []),
    {
      title: words.voucher,
      cell: ({ id, title }) => (
        <RecordLink to="/vouchers/$id" id={id} name={<MarkedTitle title={title} />} className="wrap" />
      ),
    },
    {
      title: words.state,
      cell: ({ state }) => (
        <StatusDot tone={state === 'LIVE' ? 'good' : 'quiet'}>{VOUCHER_STATE_WORDS[state]}</StatusDot>
      ),
    },
    { title: words.happens, cell: (entry) => month && <Happenings of={entry} month={month} /> },
    { title: words.runsColumn, cell: (entry) => month && <Run of={entry} month={month} /> },
  ]
}

const MERCHANT: Column<Entry> = {
  title: words.merchant,
  cell: ({ merchantId, merchantName }) => (
    <RecordLink to="/merchants/$id" id={merchantId} name={merchantName} className="wrap" />
  ),
}

/** The times of a voucher that are in the month, in the zone of its merchant. */
function Happenings({ of, month }: { of: Entry; month: Month }) {
  const times = [
    ['PUBLISHES', of.publishAt ?? of.publishedAt],
    ['STARTS', of.validFrom],
    ['ENDS', of.validUntil],
    ['UNPUBLISHES', of.unpublishAt],
  ] as const
  return times.flatMap(([event, at]) =>
    at !== null && at >= month.from && at < month.until ? (
      <div key={event} className="nowrap">
        {CALENDAR_EVENT_WORDS[event].on} <bdi>{describeMoment(at, of.merchantTimezone)}</bdi>
      </div>
    ) : (
      []
    ),
  )
}

/** The part of the month in which users can use the voucher, as a bar and in words. */
function Run({ of: { runsFrom, runsUntil, merchantTimezone }, month }: { of: Entry; month: Month }) {
  const [from, until] = [Date.parse(month.from), Date.parse(month.until)]
  const place = (time: string | null) => {
    const at = time === null ? until : Date.parse(time)
    return Math.min(Math.max((at - from) / (until - from), 0), 1)
  }
  const [left, right] = [place(runsFrom), place(runsUntil)]
  return (
    <div>
      <div className="run" aria-hidden="true">
        <div
          className="run-part"
          style={{ marginInlineStart: `${left * 100}%`, width: `${Math.max(right - left, 0) * 100}%` }}
        />
      </div>
      <bdi>{describeMoment(runsFrom, merchantTimezone)}</bdi>
      {' – '}
      <bdi>{runsUntil === null ? words.noEnd : describeMoment(runsUntil, merchantTimezone)}</bdi>
    </div>
  )
}
