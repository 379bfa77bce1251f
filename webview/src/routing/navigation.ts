import { HOME, type Route } from './route.ts'

/** One entry of the history: where it leads, how deep below the first screen, and a key of its own. */
export type Place = { route: Route; depth: number; key: string }
/** What to come back to. */
type Left = { scrollY: number; focusId: string }

const left = new Map<string, Left>()
const listeners = new Set<() => void>()
let place: Place = { route: HOME, depth: 0, key: newKey() }

export function startNavigation(): void {
  history.scrollRestoration = 'manual'
  if (isPlace(history.state)) place = history.state
  else stamp()
  addEventListener('popstate', ({ state }) => {
    // A fragment that a host has set is an entry too, and no screen of its own.
    if (!isPlace(state)) return stamp()
    leave()
    place = state
    tell()
  })
}

export const here = (): Place => place

export function go(route: Route): void {
  leave()
  place = { route, depth: place.depth + 1, key: newKey() }
  history.pushState(place, '')
  tell()
}

/** The same screen with other filters, or a screen that nobody should come back to. */
export function replace(route: Route): void {
  place = { ...place, route }
  stamp()
  tell()
}

/** To the screen before; at the first one, home. */
export function back(): void {
  if (place.depth > 0) history.back()
  else replace(HOME)
}

/** Another person: the screens of the one before are behind us, and lead nowhere. */
export function startAnew(): void {
  left.clear()
  place = { route: HOME, depth: 0, key: newKey() }
  stamp()
  tell()
}

export function onNavigation(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where the user was when this screen was left; undefined for a screen that is new. */
export function leftAt(key: string): Left | undefined {
  return left.get(key)
}

function leave(): void {
  left.set(place.key, { scrollY: window.scrollY, focusId: document.activeElement?.id ?? '' })
}

function stamp(): void {
  history.replaceState(place, '')
}

function tell(): void {
  for (const listener of listeners) listener()
}

function newKey(): string {
  return Math.random().toString(36).slice(2)
}

function isPlace(state: unknown): state is Place {
  return typeof state === 'object' && state !== null && 'route' in state && 'depth' in state && 'key' in state
}
