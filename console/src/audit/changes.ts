import type { listAudit } from '@counterfoil/contract/admin/audit.ts'
import type { ResponseBody } from '../api/call.ts'

export type Entry = ResponseBody<typeof listAudit>['items'][number]

type State = Record<string, unknown> | null

export type Change = { field: string; before: string | null; after: string | null }

/** What an entry changed, field by field, empty values last. A side that did not exist is null. */
export function changesOf(before: State, after: State): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // The target already names this field.
  fields.delete('id')
  const hasValue = (field: string) => [before?.[field], after?.[field]].some((value) => (value ?? '') !== '')
  const ordered = [...fields].sort((a, b) => Number(hasValue(b)) - Number(hasValue(a)))
  return ordered.map((field) => ({ field, before: write(before, field), after: write(after, field) }))
}

function write(state: State, field: string): string | null {
  if (state === null || !(field in state)) return null
  const value = state[field]
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}

const MAX_SHOWN = 80

export function shorten(text: string): string {
  const characters = [...text]
  return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')} …` : text
}
