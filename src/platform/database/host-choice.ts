/** Chooses the host for new connections: the same one until it fails, then the next in turn. */
export type HostChoice = {
  readonly count: number
  current(): string
  /** Moves to the next host, unless another caller has already done so. */
  markFailed(url: string): void
  /** A session on the current host can write. */
  markWritable(): void
  /** Whether every other host has failed since a session could write. */
  hasNoWritableHost(): boolean
}

export function createHostChoice(urls: readonly string[]): HostChoice {
  let place = 0
  let failuresInARow = 0
  const current = () => urls[place] as string
  return {
    count: urls.length,
    current,
    markFailed(url) {
      if (url !== current()) return
      place = (place + 1) % urls.length
      failuresInARow += 1
    },
    markWritable() {
      failuresInARow = 0
    },
    hasNoWritableHost: () => failuresInARow >= urls.length - 1,
  }
}
