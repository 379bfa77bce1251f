/** Says at once whether the phone keeps data for the time without a connection: its database answers only later. */

const KEY = 'counterfoil-kept'

export function isDataKept(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Returns whether the browser allows storage. */
export function markDataKept(isKept: boolean): boolean {
  try {
    if (isKept) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}
