import type { Failure } from './failure.ts'

let refusal: Failure | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The last refusal, for as long as it asks to wait. Null if maintenance is not known to be on. */
export const maintenanceRefusal = (): Failure | null => refusal

/** A call was refused because of maintenance, or something was written, so that it is over: null. */
export function noteMaintenance(next: Failure | null): void {
  clearTimeout(timer)
  if (next) timer = setTimeout(noteMaintenance, (next.retryAfterSeconds ?? 0) * 1000, null)
  if (refusal === next) return
  refusal = next
  for (const listener of listeners) listener()
}

export function onMaintenance(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
