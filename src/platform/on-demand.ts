/** Runs work on request, one run at a time. A request during a run causes one more run. */
export type OnDemand = {
  ask(): void
  /** Starts no further run. Resolves when the current run has ended. */
  stop(): Promise<void>
}

/** `work` must not reject. */
export function onDemand(work: () => Promise<void>): OnDemand {
  let isRequested = false
  let isStopped = false
  let running: Promise<void> | null = null

  const workWhileRequested = async () => {
    while (isRequested && !isStopped) {
      isRequested = false
      await work()
    }
    // No await between the check and this line, or a concurrent `ask` would be lost.
    running = null
  }

  return {
    ask() {
      isRequested = true
      running ??= workWhileRequested()
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}
