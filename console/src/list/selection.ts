import { type ReactNode, useState } from 'react'

export type Selection = {
  ids: string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  set: (ids: string[]) => void
}

/** Shows what can be done with the selected rows. */
export type ShowSelected = (
  selection: Selection,
  page: {
    count: { value: number; isExact: boolean } | undefined
    /** The list has further pages. */
    hasMore: boolean
  },
) => ReactNode

/** The rows that are selected. Those that left the page are not selected any more. */
export function useSelection(shown: string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    ids: shown.filter((id) => chosen.has(id)),
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    set: (ids) => setChosen(new Set(ids)),
  }
}
