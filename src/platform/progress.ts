/** Requests on `users` only read, those on `redemptions` write. */
export type WorkPath = 'users' | 'redemptions'

/** Records whether the work that callers wait for makes progress. `/readyz` uses it. */
export type Progress = {
  /**
   * Call this when work begins on a path, and call the returned function when it ends, with false if the database failed.
   */
  begin(path: WorkPath): (isDone: boolean) => void
  /**
   * The paths on which work has run for longer than `afterMs`, or has just failed because the database was unavailable.
   */
  stuckPaths(afterMs?: number): WorkPath[]
}

/** Half of the deadline: something is wrong by then, and no caller has been refused yet. */
const STUCK_AFTER_MS = 2_500
/** How long a failure counts if no work has succeeded since: without traffic, a path becomes ready again after this. */
const FAILURE_COUNTS_FOR_MS = 3_000

type Path = { begunAtMs: Set<{ atMs: number }>; failedAtMs: number | null }

export function openProgress(nowMs: () => number = () => performance.now()): Progress {
  const paths = new Map<WorkPath, Path>()

  const pathOf = (name: WorkPath): Path => {
    const path = paths.get(name) ?? { begunAtMs: new Set(), failedAtMs: null }
    paths.set(name, path)
    return path
  }

  const isStuck = ({ begunAtMs, failedAtMs }: Path, afterMs: number) => {
    const [oldest] = begunAtMs
    if (oldest && nowMs() - oldest.atMs > afterMs) return true
    return failedAtMs !== null && nowMs() - failedAtMs < FAILURE_COUNTS_FOR_MS
  }

  return {
    begin(name) {
      const path = pathOf(name)
      const work = { atMs: nowMs() }
      path.begunAtMs.add(work)
      return (isDone) => {
        path.begunAtMs.delete(work)
        path.failedAtMs = isDone ? null : nowMs()
      }
    },
    stuckPaths: (afterMs = STUCK_AFTER_MS) =>
      [...paths].filter(([, path]) => isStuck(path, afterMs)).map(([name]) => name),
  }
}
