import { lazy } from 'react'

// For screens that seldom show a change or an alert: the words of all fields load with the first one.
export const Summary = lazy(async () => ({ default: (await import('./summary.tsx')).Summary }))
export const AlertSentence = lazy(async () => ({
  default: (await import('./alert-sentence.tsx')).AlertSentence,
}))
