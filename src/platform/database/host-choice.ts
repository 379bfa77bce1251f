/** Chooses the host for new connections: the same one until it fails, then the next one in the list. */
export type HostChoice = {
  readonly count: number
  current(): string
  /** Moves on to the next host, unless another caller has already done so. */
  markFailed(url: string): void
  /** Call this when a session on the current host can write. */
  markWritable(): void
  /** Whether all hosts but the current one have failed since a session could last write. */
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
