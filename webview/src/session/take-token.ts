/**
 * Takes the token from the URL fragment and removes it there, so that it reaches neither the history, nor a bookmark, nor
 * a screenshot.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  return token.trim() || null
}
