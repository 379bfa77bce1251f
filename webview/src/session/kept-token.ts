/** Without a host that can be asked again, the tab keeps its token, so that a reload continues. It ends with the tab. */

const KEY = 'counterfoil-token'

export function keptToken(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    // A browser that blocks storage: a reload then needs a new token.
    return null
  }
}

export function keepToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {
    // As above.
  }
}
