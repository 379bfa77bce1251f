import { SentForApproval } from '../domain/guarded-changes/guard.ts'
import { Refusal } from '../platform/refusal.ts'

/** Throws on a refusal: we wrote the demo data, so a refusal is a bug. */
export function requireSuccess<T>(what: string, result: T | SentForApproval | Refusal): T {
  if (result instanceof SentForApproval) throw new Error(`demo data: ${what} needs approval`)
  if (!(result instanceof Refusal)) return result
  throw new Error(`demo data: ${what} was refused: ${result.code} ${JSON.stringify(result.issues ?? '')}`)
}
