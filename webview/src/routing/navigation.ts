import { addressOf, routeAt } from './address.ts'
import { FIRST_SCREEN_PATH } from './path.ts'
import { HOME, type HomeFilter, type Route } from './route.ts'

/** A history entry: its route, its depth below the first screen, the screen below it, and a unique key. */
export type Place = { route: Route; depth: number; key: string; below?: Route['screen'] }
/** The scroll position and focus to restore. */
type SavedPosition = { scrollY: number; focusId: string }

const left = new Map<string, SavedPosition>()
const listeners = new Set<() => void>()
let place: Place = { route: HOME, depth: 0, key: newKey() }

/** Opens the screen of the address. After a reload the history state has its filters and its depth. */
export function startNavigation(): void {
  history.scrollRestoration = 'manual'
  const saved: unknown = history.state
  if (isPlace(saved) && addressOf(saved.route) === location.pathname + location.search) place = saved
  else place = { ...place, route: routeAt(FIRST_SCREEN_PATH) }
  saveToHistory()
  addEventListener('popstate', ({ state }) => {
    // A fragment set by the host creates a history entry too, but it is not a new screen. Its token is still in the URL.
    if (!isPlace(state)) return history.replaceState(place, '')
    savePosition()
    place = state
    notifyListeners()
  })
}

export const currentPlace = (): Place => place

export function go(route: Route): void {
  savePosition()
  place = { route, depth: place.depth + 1, key: newKey(), below: place.route.screen }
  history.pushState(place, '', addressOf(route))
  notifyListeners()
}

/** Replaces the current entry: for another view of the same screen, or a screen that back should skip. */
export function replace(route: Route): void {
  place = { ...place, route }
  saveToHistory()
  notifyListeners()
}

/** Goes to the previous screen, or home from the first one. */
export function back(): void {
  if (place.depth > 0) history.back()
  else replace(HOME)
}

/** Home is usually right below. Going back then restores it as it was. */
export function goHome(): void {
  if (place.below === 'home') history.back()
  else if (place.depth === 0) replace(HOME)
  else go(HOME)
}

/** A first filter is a new history entry, so that back returns to the whole list. Further filters replace it. */
export function filterHome(filter: HomeFilter): void {
  const { route, below } = place
  const isFiltered = route.screen === 'home' && hasFilter(route)
  if (hasFilter(filter)) (isFiltered ? replace : go)({ screen: 'home', ...filter })
  else if (isFiltered && below === 'home') history.back()
  else replace(HOME)
}

export function hasFilter({ only, category, search }: HomeFilter): boolean {
  return Boolean(only || category || search)
}

/** Starts over for another user: the previous user's screens can no longer be reached. */
export function resetNavigation(): void {
  left.clear()
  place = { route: HOME, depth: 0, key: newKey() }
  saveToHistory()
  notifyListeners()
}

export function onNavigation(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where the user was when they left this screen. Undefined for a new screen. */
export function savedPosition(key: string): SavedPosition | undefined {
  return left.get(key)
}

function savePosition(): void {
  left.set(place.key, { scrollY: window.scrollY, focusId: document.activeElement?.id ?? '' })
}

function saveToHistory(): void {
  history.replaceState(place, '', addressOf(place.route))
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

function newKey(): string {
  return Math.random().toString(36).slice(2)
}

function isPlace(state: unknown): state is Place {
  return typeof state === 'object' && state !== null && 'route' in state && 'depth' in state && 'key' in state
}
