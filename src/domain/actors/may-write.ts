import { WRITABLE_FIELDS } from '@counterfoil/contract/capabilities.ts'
import type { Caller } from './caller.ts'

/** Whether the caller's role may write all these fields with a route. */
export function mayWrite({ role }: Pick<Caller, 'role'>, route: { id: string }, fields: object): boolean {
  const writable = WRITABLE_FIELDS[route.id]?.[role]
  if (!writable) return true
  const isWritable = (name: string) =>
    'only' in writable ? writable.only.includes(name) : !writable.allExcept.includes(name)
  return Object.entries(fields).every(([name, value]) => value === undefined || isWritable(name))
}
