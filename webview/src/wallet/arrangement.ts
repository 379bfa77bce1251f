import { useEffect, useRef, useState } from 'preact/hooks'
import { byUrgency, SECTIONS, type Section } from './sections.ts'
import type { Claimed } from './use-claimed.ts'

/** A claim whose details came too late to sort it has its place under `more`. */
export type GroupName = Section | 'more'

/** `isLate`: it was placed without its details, which fill lines that are reserved for them. */
export type Place = { entryId: string; isLate: boolean }
export type Group = { name: GroupName; places: Place[] }

/** Usable vouchers are above the late ones, all others below. */
const GROUPS: GroupName[] = SECTIONS.flatMap((section): GroupName[] =>
  section === 'unknown' ? [section, 'more'] : [section],
)

/** How long the wallet waits for details that are still loading. Then it shows the claims without them. */
const MAX_WAIT_MS = 1500

/**
 * The place of each claim, null while the wallet waits for details. It is decided once per visit: a row that moves after
 * it was shown makes the user tap another voucher. A claim that the list gets later comes last.
 */
export function useArrangement(
  claimed: Claimed[] | undefined,
  isComplete = false,
): {
  groups: Group[] | null
  /** Places all claims again. */
  restart(): void
} {
  const decided = useRef<Group[] | null>(null)
  const [round, setRound] = useState(0)
  const [overdueRound, setOverdueRound] = useState(-1)
  const hasClaims = claimed !== undefined
  useEffect(() => {
    if (!hasClaims) return
    const timer = setTimeout(() => setOverdueRound(round), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [hasClaims, round])
  if (claimed && decided.current) decided.current = withAdded(decided.current, claimed)
  else if (claimed && (isComplete || overdueRound === round)) decided.current = arrange(claimed)
  const restart = () => {
    decided.current = null
    setRound(round + 1)
  }
  return { groups: decided.current, restart }
}

function arrange(claimed: Claimed[]): Group[] {
  return GROUPS.flatMap((name) => {
    const members = claimed.filter((one) => groupOf(one) === name)
    if (members.length === 0) return []
    if (name !== 'more') members.sort((one, other) => byUrgency(name, one.voucher, other.voucher))
    return [{ name, places: members.map(placeOf) }]
  })
}

function withAdded(groups: Group[], claimed: Claimed[]): Group[] {
  const placed = new Set(groups.flatMap(({ places }) => places.map(({ entryId }) => entryId)))
  const added = claimed.filter(({ entry }) => !placed.has(entry.id))
  if (added.length === 0) return groups
  return [
    ...groups,
    { name: 'more', places: added.map(({ entry }) => ({ entryId: entry.id, isLate: true })) },
  ]
}

/** The claim itself says that its voucher is withdrawn. */
function groupOf({ entry, section }: Claimed): GroupName {
  return section ?? (entry.voucherIsActive ? 'more' : 'withdrawn')
}

function placeOf({ entry, section }: Claimed): Place {
  return { entryId: entry.id, isLate: section === null || section === 'unknown' }
}
