import { momentOf, wallTimeOf } from '../time/wall-time.ts'

const DAY_MS = 86_400_000
const FORTNIGHT_MS = 14 * DAY_MS
/** A Monday. The service counts fortnights from it. */
const FIRST_FORTNIGHT = Date.parse('2024-01-01')

/** When the user's limit starts again: at midnight in the merchant's zone, by the rule of the service. */
export function nextCycleStart(
  cycle: 'ONE_TIME' | 'MONTHLY' | 'BIWEEKLY',
  timeZone: string,
  now: Date,
): string | null {
  if (cycle === 'ONE_TIME') return null
  const today = wallTimeOf(now.toISOString(), timeZone).slice(0, 10)
  const day = cycle === 'MONTHLY' ? firstOfNextMonth(today) : nextFortnight(today)
  return momentOf(`${day}T00:00`, timeZone)
}

function firstOfNextMonth(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

function nextFortnight(today: string): string {
  const past = Math.floor((Date.parse(today) - FIRST_FORTNIGHT) / FORTNIGHT_MS)
  return new Date(FIRST_FORTNIGHT + (past + 1) * FORTNIGHT_MS).toISOString().slice(0, 10)
}
