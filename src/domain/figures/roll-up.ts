import type { Deps } from '../deps.ts'
import { rollUpOnce } from './roll-up-queries.ts'

/** Closes days and hours that are over, and adds what was noted of those that are. */
export async function rollUpFigures({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await rollUpOnce(db)));
}
