import { useEffect, useState } from 'preact/hooks'
import { cached, keep, onCache } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { words } from '../language/words.ts'
import { say } from '../parts/toast.tsx'
import { currentPerson } from '../session/session.ts'

type Favored = { id: string; name: string; favorited: boolean }

const keyOf = (id: string) => `favorite:${id}`
const turnOf = (id: string) => `${currentPerson()} ${id}`
const sending = new Set<string>()

/** What the user has said since goes before what the list said. */
export function isFavorite({ id, favorited }: Favored): boolean {
  return cached<boolean>(keyOf(id))?.data ?? favorited
}

/** Done elsewhere, and confirmed by the service. */
export function noteFavorite(id: string): void {
  keep(keyOf(id), true)
}

export function useFavorite(merchant: Favored): { isFavorite: boolean; toggle(): void } {
  const [, redraw] = useState(0)
  useEffect(() => onCache(() => redraw((count) => count + 1)), [])
  return { isFavorite: isFavorite(merchant), toggle: () => toggleFavorite(merchant) }
}

/** Immediate on the screen, and undone if the service refuses. */
function toggleFavorite(merchant: Favored): void {
  const confirmed = isFavorite(merchant)
  keep(keyOf(merchant.id), !confirmed)
  say(confirmed ? words.favorite.removed : words.favorite.added)
  if (!sending.has(turnOf(merchant.id))) void settle(merchant, confirmed)
}

/** One request at a time for each place: of taps that come faster than answers, the last one counts. */
async function settle(merchant: Favored, before: boolean): Promise<void> {
  const { id } = merchant
  const turn = turnOf(id)
  let confirmed = before
  sending.add(turn)
  try {
    while (isFavorite(merchant) !== confirmed) {
      const wish = !confirmed
      if (wish) await call('addFavorite', { body: { merchantId: id } })
      else await call('removeFavorite', { params: { merchantId: id } })
      confirmed = wish
    }
  } catch {
    keep(keyOf(id), confirmed)
    say(words.favorite.failed)
  } finally {
    sending.delete(turn)
  }
}
