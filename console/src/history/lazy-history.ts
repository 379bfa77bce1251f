import { lazy } from 'react'

// Most visits do not look at the history.
export const RecordHistory = lazy(async () => ({
  default: (await import('./record-history.tsx')).RecordHistory,
}))
export const HistoryPanel = lazy(async () => ({
  default: (await import('./record-history.tsx')).HistoryPanel,
}))
