/** Writes the data that a node has collected in memory, at most once per interval, so that no request waits for it. */
export type BackgroundFlush = {
  /** Call this when something was collected. The first call starts the timer: an idle node writes nothing. */
  schedule(): void
  /** Waits for a write that is running, then writes everything collected so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** `write` takes the collected data and must not reject. After a failure, it keeps what is worth another try. */
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
      // A failed write has scheduled another one.
      stopTimer()
    },
  }
}
