import { Refusal } from '../platform/refusal.ts'

/** The demo data is ours: a refusal of it is a mistake of ours. */
export function granted<T>(what: string, result: T | Refusal): T {
  if (!(result instanceof Refusal)) return result
  throw new Error(`demo data: ${what} was refused: ${result.code} ${JSON.stringify(result.issues ?? '')}`)
}
