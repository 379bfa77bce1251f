import { formatByZone } from './format-by-zone.ts'
import { LOCALE } from './language.ts'
import { useTimeZone } from './time-zone.ts'

const formatIn = formatByZone(LOCALE, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZoneName: 'short',
})

/** A time as text, with its zone. */
export function formatMoment(at: string, timeZone: string): string {
  return formatIn(timeZone).format(new Date(at))
}

/** A time with its zone, in the zone that the reader has chosen. The tooltip has it to the millisecond, in UTC. */
export function Moment({ at, merchantZone }: { at: string; merchantZone?: string }) {
  const zone = useTimeZone(merchantZone)
  return (
    <time dateTime={at} title={at} className="nowrap">
      {formatMoment(at, zone)}
    </time>
  )
}
