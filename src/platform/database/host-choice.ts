/** Which of several hosts new connections go to: the same one until it fails, then the next in turn. */
export type HostChoice = {
  readonly count: number
  current(): string
  /** Moves on, unless somebody else has done so already. */
  failed(url: string): void
}

export function chooseHost(urls: readonly string[]): HostChoice {
  let place = 0
  const current = () => urls[place] as string
  return {
    count: urls.length,
    current,
    failed(url) {
      if (url === current()) place = (place + 1) % urls.length
    },
  }
}
