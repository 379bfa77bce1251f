/** Chooses the host for new connections: the same one until it fails, then the next in turn. */
export type HostChoice = {
  readonly count: number
  current(): string
  /** Moves to the next host, unless another caller has already done so. */
  markFailed(url: string): void
}

export function createHostChoice(urls: readonly string[]): HostChoice {
  let place = 0
  const current = () => urls[place] as string
  return {
    count: urls.length,
    current,
    markFailed(url) {
      if (url === current()) place = (place + 1) % urls.length
    },
  }
}
