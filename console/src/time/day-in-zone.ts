const DAY_MS = 24 * 60 * 60 * 1000

/** The calendar day of a moment in a zone: its date, its first moment and the first moment of the next day. */
export function dayInZone(at: string, timeZone: string): { date: string; from: string; to: string } {
  const date = dateIn(new Date(at), timeZone)
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return { date, from: startOf(date, timeZone), to: startOf(next, timeZone) }
}

function dateIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
}

/** Midnight by the clock of the zone. The offset is read twice, since it may change between UTC midnight and here. */
function startOf(date: string, timeZone: string): string {
  const asUtc = Date.parse(`${date}T00:00:00Z`)
  const guess = asUtc - offsetMs(asUtc, timeZone)
  return new Date(asUtc - offsetMs(guess, timeZone)).toISOString()
}

function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - Math.floor(at / 1000) * 1000
}
