import { getSessionState } from '../session/session-store.ts'

/** Unsaved changes of forms, kept by this tab until it is closed. A draft belongs to one person. */
const PREFIX = 'draft:'

type Draft = { staffId: string; values: Record<string, unknown> }

function staffId(): string | null {
  const state = getSessionState()
  return state.status === 'signed-in' ? state.session.staffId : null
}

export function readDraft(key: string): Record<string, unknown> | null {
  const text = sessionStorage.getItem(PREFIX + key)
  if (text === null) return null
  const draft = JSON.parse(text) as Draft
  return draft.staffId === staffId() ? draft.values : null
}

/** Null removes the draft. */
export function writeDraft(key: string, values: Record<string, unknown> | null): void {
  const owner = staffId()
  if (values === null || owner === null) sessionStorage.removeItem(PREFIX + key)
  else sessionStorage.setItem(PREFIX + key, JSON.stringify({ staffId: owner, values } satisfies Draft))
}

export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}
