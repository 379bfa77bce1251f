export type Lane = { add(task: () => Promise<void>): void; close(): void }

/** Runs tasks in order, a few at a time. Closing it drops tasks that have not started. */
export function openLane(width: number): Lane {
  let waiting: (() => Promise<void>)[] = []
  let running = 0
  const advance = () => {
    if (running >= width) return
    const task = waiting.shift()
    if (!task) return
    running += 1
    task().finally(() => {
      running -= 1
      advance()
    })
  }
  return {
    add(task) {
      waiting.push(task)
      advance()
    },
    close() {
      waiting = []
    },
  }
}
