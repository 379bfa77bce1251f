import { useState } from 'react'

type Refusals = { count: number; problem: string | null }

const NONE: Refusals = { count: 0, problem: null }

/** The refused saves in a row, and what the last one said that belongs to no field. */
export function useRefusals() {
  const [refusals, setRefusals] = useState(NONE)
  return {
    ...refusals,
    add: (problem: string | null) => setRefusals(({ count }) => ({ count: count + 1, problem })),
    clearProblem: () => setRefusals(({ count }) => ({ count, problem: null })),
    clear: () => setRefusals(NONE),
  }
}
