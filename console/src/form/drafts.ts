import { getSessionState } from '../session/session-store.ts'

/** Unsaved changes of forms, kept by this tab until it is closed. A draft belongs to one person. */
const PREFIX = 'draft:'

type Values = Record<string, unknown>

/** `before` is the record that the changes were typed against, so that a restored draft overwrites nothing silently. */
export type Draft = { changes: Values; before: { stored: Values; version: number | null } }
type OwnedDraft = { staffId: string; draft: Draft }

function staffId(): string | null {
  const state = getSessionState()
  return state.status === 'signed-in' ? state.session.staffId : null
}

export function readDraft(key: string): Draft | null {
  const text = sessionStorage.getItem(PREFIX + key)
  if (text === null) return null
  const owned = JSON.parse(text) as OwnedDraft
  return owned.staffId === staffId() ? owned.draft : null
}

/** Null removes the draft. */
export function writeDraft(key: string, draft: Draft | null): void {
  const owner = staffId()
  if (draft === null || owner === null) sessionStorage.removeItem(PREFIX + key)
  else sessionStorage.setItem(PREFIX + key, JSON.stringify({ staffId: owner, draft } satisfies OwnedDraft))
}

export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}
