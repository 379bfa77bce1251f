/**
 * The token of the fragment, which is taken out of the address at once: it must reach neither the history, nor a
 * bookmark, nor a screenshot. From here on it lives in memory only.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  return token.trim() || null
}
