import { CALENDAR_EVENTS, type viewCalendar } from '@counterfoil/contract/admin/voucher-calendar.ts'
import { VisuallyHidden } from '@mantine/core'
import type { ResponseBody } from '../api/call.ts'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { useListSearch } from '../list/list-search.ts'
import { dayName, monthName, weekdayNames, weekdayOf } from '../time/month.ts'
import { CALENDAR_EVENT_WORDS } from '../words/schedule.ts'

type Day = ResponseBody<typeof viewCalendar>['days'][number]

const COUNTED = CALENDAR_EVENTS.filter((event) => event !== 'RUNS')

/** The weeks of a month. A day is a button that lists its vouchers below; the chosen one is pressed. */
export function MonthGrid({
  month,
  days,
  chosen,
}: {
  month: string
  days: Day[]
  chosen: string | undefined
}) {
  const blank = weekdayOf(days[0]?.date ?? `${month}-01`)
  const cells = [...Array.from({ length: blank }, () => null), ...days]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => cells[week * 7 + day] ?? null),
  )
  return (
    <ScrollBox label={monthName(month)}>
      <table className="month-grid">
        <thead>
          <tr>
            {weekdayNames().map((name) => (
              <th key={name} scope="col" className="weekday">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={week.find((day) => day !== null)?.date ?? row}>
              {week.map((day, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is a day of the week
                <td key={column}>{day && <DayCell day={day} isChosen={day.date === chosen} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function DayCell({ day, isChosen }: { day: Day; isChosen: boolean }) {
  const { setFilter } = useListSearch()
  const counts = COUNTED.map((event) => ({ event, count: countOf(day, event) })).filter(
    ({ count }) => count > 0,
  )
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => setFilter('day', isChosen ? undefined : day.date)}
    >
      <VisuallyHidden>{dayName(day.date)}</VisuallyHidden>
      <span aria-hidden="true" className="date">
        {Number(day.date.slice(8))}
      </span>
      {counts.map(({ event, count }) => (
        <span key={event} className={`happening ${event.toLowerCase()}`}>
          {CALENDAR_EVENT_WORDS[event].count(count)}
        </span>
      ))}
      {day.runs > 0 && <span className="happening">{CALENDAR_EVENT_WORDS.RUNS.count(day.runs)}</span>}
    </button>
  )
}

function countOf(day: Day, event: (typeof COUNTED)[number]): number {
  const { publishes, starts, ends, unpublishes } = day
  return { PUBLISHES: publishes, STARTS: starts, ENDS: ends, UNPUBLISHES: unpublishes }[event]
}
