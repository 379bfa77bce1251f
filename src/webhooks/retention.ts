import type { Deps } from '../deps.ts'
import { keepEventPartitions } from './retention-queries.ts'

/** Events, deliveries and attempts; dropped by the week, so that none goes before its time. */
const KEPT_DAYS = 30

export async function keepPartitions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await keepEventPartitions(db, now(), KEPT_DAYS)
}
