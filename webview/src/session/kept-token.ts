/** Without a host that can send the token again, the tab keeps it, so that a reload continues. It ends with the tab. */

const KEY = 'counterfoil-token'

export function keptToken(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    // The browser blocks storage. A reload then needs a new token.
    return null
  }
}

export function keepToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {
    // The browser blocks storage.
  }
}
