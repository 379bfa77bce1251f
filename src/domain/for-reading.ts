import type { Deps } from './deps.ts'

/** The same, with a database that may be the replica. For the back office; never for a decision or a write. */
export async function forReading<D extends Pick<Deps, 'db' | 'replica'>>(deps: D): Promise<D> {
  return { ...deps, db: await deps.replica.forReading() }
}
