/** Says at once whether the phone keeps data for the time without a connection: its database answers only later. */
export const KEPT_MARKER = 'counterfoil-kept'

export function isDataKept(): boolean {
  try {
    return localStorage.getItem(KEPT_MARKER) !== null
  } catch {
    return false
  }
}
