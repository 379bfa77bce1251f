import { isLockTimeout, isRaceLost, isUnreachable } from './database/failures.ts'

type Work = {
  work: (id: string) => Promise<unknown>
  /** Ends the job. */
  fail: (id: string, error: unknown) => Promise<void>
  stopping: AbortSignal | undefined
}

/**
 * Works on jobs that are not finished, one after the other. A job that fails does not delay the others. If the database is
 * unavailable or a lock is not free, the job stays open and the error is thrown at the end: a chore runs again.
 */
export async function runOpenJobs(ids: string[], { work, fail, stopping }: Work): Promise<void> {
  const postponed: unknown[] = []
  for (const id of ids) {
    if (stopping?.aborted) return
    try {
      await work(id)
    } catch (error) {
      if (isUnreachable(error) || isRaceLost(error) || isLockTimeout(error)) postponed.push(error)
      else await fail(id, error)
    }
  }
  for (const error of postponed) throw error
}
