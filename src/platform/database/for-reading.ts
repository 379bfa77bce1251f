import type { Runtime } from '../runtime.ts'
import type { Replica } from './replica.ts'

export type ReadingDeps = Runtime & { replica: Replica }

/** Returns the same parts with a database that may be the replica. Never use it for a decision or a write. */
export async function forReading<D extends ReadingDeps>(deps: D): Promise<D> {
  return { ...deps, db: await deps.replica.forReading() }
}
