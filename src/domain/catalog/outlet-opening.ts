import type { BrowseOutletRow } from './browse-queries.ts'
import { openingAt } from './opening.ts'

/** Nothing that changes within a week is known. It is looked at again after an hour. */
const RECHECK_MS = 60 * 60 * 1000

type Held = { from: number; until: number; opening: PublicOpening }
export type PublicOpening = {
  isOpen: boolean
  closesAt: string | null
  opensAt: string | null
  timezone: string
}

/** What was found holds until the outlet opens or closes. A row lives as long as the catalog that it was read with. */
const found = new WeakMap<BrowseOutletRow, Held>()

/** What users see about the opening hours of an outlet; null if they are unknown. */
export function openingOf(outlet: BrowseOutletRow, now: Date): PublicOpening | null {
  const { openingHours, timezone } = outlet
  if (openingHours === null || timezone === null) return null
  const at = now.getTime()
  const known = found.get(outlet)
  if (known && known.from <= at && at < known.until) return known.opening
  const { isOpen, closesAt, opensAt } = openingAt(openingHours, timezone, at)
  const opening = { isOpen, closesAt: written(closesAt), opensAt: written(opensAt), timezone }
  found.set(outlet, { from: at, until: closesAt ?? opensAt ?? at + RECHECK_MS, opening })
  return opening
}

function written(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}
