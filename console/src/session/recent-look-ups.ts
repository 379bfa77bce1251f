/** A record without its name: the browser stores no personal data. The names are loaded when the list is shown. */
export type Recent = { type: string; id: string }

const KEY = 'counterfoil-recent'
const MAX_KEPT = 8

/** The records that were opened last from a look-up in this tab, newest first. They end with the tab or the session. */
export function recentLookUps(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

export function rememberLookUp({ type, id }: Recent): void {
  const others = recentLookUps().filter((one) => one.id !== id)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([{ type, id }, ...others].slice(0, MAX_KEPT)))
  } catch {
    // A browser may refuse storage. Then there are no recent look-ups.
  }
}

export function forgetLookUps(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
