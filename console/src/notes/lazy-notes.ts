import { lazy } from 'react'

export const NotesPanel = lazy(async () => ({ default: (await import('./notes-panel.tsx')).NotesPanel }))
