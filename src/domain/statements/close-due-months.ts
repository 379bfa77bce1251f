import { askCells } from '../../platform/cells/merge.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { SYSTEM } from '../actors/caller.ts'
import { closeMonth, earliestOf } from './close-month.ts'
import { findEarliestOpenMonth } from './month-queries.ts'
import { getSettings } from './settings-queries.ts'

/** Closes the months whose day has come, oldest first. Does nothing unless the operator has set a day. */
export async function closeDueMonths(deps: Runtime, stopping?: AbortSignal): Promise<void> {
  const { closeOnDay } = await getSettings(deps.db)
  while (closeOnDay !== null && !stopping?.aborted) {
    const parts = await askCells(deps, async ({ db }) => ({ earliest: await findEarliestOpenMonth(db) }))
    const month = earliestOf(parts)
    if (month === null || deps.now() < dueAt(month, closeOnDay)) return
    const closed = await closeMonth(deps, SYSTEM, month)
    if (closed instanceof Refusal) return
    const { statements, unreviewed } = closed
    deps.log.info({ month, statements, unreviewed }, 'closed the statements of a month')
  }
}

/** The beginning of the day of the next month, by UTC. */
export function dueAt(month: string, day: number): Date {
  const due = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day })
  return new Date(due.toZonedDateTime('UTC').epochMilliseconds)
}
