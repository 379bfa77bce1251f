/** Whether the work that callers wait for gets done. Readiness asks it. */
export type Progress = {
  /** Work begins on a path; call what it returns when it ends, with whether the database did its part. */
  begin(path: string): (isDone: boolean) => void
  /** The paths on which something has been under way for too long, or has just failed for want of the database. */
  stuckPaths(): string[]
}

/** Half of the deadline: by then something is wrong, and nobody has been refused yet. */
const STUCK_AFTER_MS = 2_500
/** So long a failure counts when nothing has succeeded since: without traffic, a path recovers by itself. */
const FAILING_FOR_MS = 3_000

type Path = { begunAtMs: Set<{ atMs: number }>; failedAtMs: number | null }

export function openProgress(nowMs: () => number = () => performance.now()): Progress {
  const paths = new Map<string, Path>()

  const pathOf = (name: string): Path => {
    const path = paths.get(name) ?? { begunAtMs: new Set(), failedAtMs: null }
    paths.set(name, path)
    return path
  }

  const isStuck = ({ begunAtMs, failedAtMs }: Path) => {
    const [oldest] = begunAtMs
    if (oldest && nowMs() - oldest.atMs > STUCK_AFTER_MS) return true
    return failedAtMs !== null && nowMs() - failedAtMs < FAILING_FOR_MS
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
    stuckPaths: () => [...paths].filter(([, path]) => isStuck(path)).map(([name]) => name),
  }
}
