import { HIDDEN_FIELDS } from '@counterfoil/contract/capabilities.ts'
import type { Caller } from './caller.ts'

/** The record as the caller may read it. This is the only place that takes fields away from a role. */
export function hideFields<T extends object>({ role }: Pick<Caller, 'role'>, record: T): T {
  const hidden = HIDDEN_FIELDS[role]
  if (!hidden) return record
  const shown = { ...record } as Record<string, unknown>
  for (const path of hidden) {
    const [field = '', inner] = path.split('.')
    const value = shown[field]
    if (value === null || value === undefined) continue
    shown[field] = inner === undefined ? emptied(value) : { ...value, [inner]: null }
  }
  return shown as T
}

const emptied = (value: unknown) => (Array.isArray(value) ? [] : null)
