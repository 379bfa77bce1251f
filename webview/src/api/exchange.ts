export type Exchange = { response: Response; answer: unknown; askedAt: number }

const TIMEOUT_MS = 15_000

const ahead = new Map<string, Promise<Exchange>>()

/** One exchange with the service. Rejects without an answer in its own words. */
export async function exchange(path: string, init: RequestInit): Promise<Exchange> {
  const askedAt = Date.now()
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(path, { ...init, credentials: 'omit', signal: control.signal })
    // A gateway that has lost its service answers for it, and not in our words: that is no JSON.
    const answer: unknown = response.status === 204 ? null : await response.json()
    return { response, answer, askedAt }
  } finally {
    clearTimeout(timer)
  }
}

/** Asks before anybody is there to whom the answer matters; whoever comes finds it by `takeAhead`. */
export function askAhead(path: string, token: string): Promise<Exchange> {
  const asked = exchange(path, { headers: { authorization: `Bearer ${token}` } })
  asked.catch(() => {})
  ahead.set(path + token, asked)
  return asked
}

/** Once: the next who wants to know asks anew. */
export function takeAhead(path: string, token: string): Promise<Exchange> | undefined {
  const asked = ahead.get(path + token)
  ahead.delete(path + token)
  return asked
}
