import { lazy } from 'react'

/** For screens that seldom show a change: the words of all fields load with the first one. */
export const Summary = lazy(async () => ({ default: (await import('./summary.tsx')).Summary }))
