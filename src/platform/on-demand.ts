/** Work that is done when somebody asks for it: never twice at once, and once more if it is asked for meanwhile. */
export type OnDemand = {
  ask(): void
  /** No more is begun; resolves when what is under way has ended. */
  stop(): Promise<void>
}

/** `work` must not reject. */
export function onDemand(work: () => Promise<void>): OnDemand {
  let isAsked = false
  let isStopped = false
  let underWay: Promise<void> | null = null

  const workWhileAsked = async () => {
    while (isAsked && !isStopped) {
      isAsked = false
      await work()
    }
    // In the same breath as the last question whether to: later, whoever asked in between would not be heard.
    underWay = null
  }

  return {
    ask() {
      isAsked = true
      underWay ??= workWhileAsked()
    },
    async stop() {
      isStopped = true
      await underWay
    },
  }
}
