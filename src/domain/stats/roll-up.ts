import type { Runtime } from '../../platform/runtime.ts'
import { rollUpOnce } from './roll-up-queries.ts'

/** Closes days and hours that have ended, and applies the noted changes of those that were closed before. */
export async function rollUpStats({ db }: Pick<Runtime, 'db'>, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await rollUpOnce(db)));
}
