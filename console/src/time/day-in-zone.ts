import { momentOf, wallTimeOf } from './wall-time.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The calendar day of a moment in a zone: its date, its first moment and the first moment of the next day. */
export function dayInZone(at: string, timeZone: string): { date: string; from: string; to: string } {
  const date = wallTimeOf(at, timeZone).slice(0, 10)
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return { date, from: momentOf(`${date}T00:00`, timeZone), to: momentOf(`${next}T00:00`, timeZone) }
}
