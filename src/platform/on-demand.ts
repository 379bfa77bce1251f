/** Work that runs when asked for: one run at a time, and one more if it is asked for meanwhile. */
export type OnDemand = {
  ask(): void
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>
}

/** `work` must not reject. */
export function onDemand(work: () => Promise<void>): OnDemand {
  let isAsked = false
  let isStopped = false
  let running: Promise<void> | null = null

  const workWhileAsked = async () => {
    while (isAsked && !isStopped) {
      isAsked = false
      await work()
    }
    // Synchronously after the last check of the condition: a call of `ask` in between would be lost.
    running = null
  }

  return {
    ask() {
      isAsked = true
      running ??= workWhileAsked()
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}
