/** Writes what a node has collected in memory, at most once per interval, so that no request waits for it. */
export type BackgroundFlush = {
  /** Call this when something was collected. The first call starts the timer: an idle node writes nothing. */
  schedule(): void
  /** Writes everything collected so far, after a write that is already running. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** `write` takes what was collected and must not reject: after a failure, it keeps what is worth another try. */
export function openBackgroundFlush(intervalMs: number, write: () => Promise<void>): BackgroundFlush {
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const stopTimer = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  const flush = (): Promise<void> => {
    writing = writing.then(() => {
      stopTimer()
      return write()
    })
    return writing
  }
  return {
    schedule() {
      timer ??= setTimeout(() => void flush(), intervalMs).unref()
    },
    flush,
    async close() {
      await flush()
      // A failed write schedules another.
      stopTimer()
    },
  }
}
