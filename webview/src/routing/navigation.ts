import { HOME, type Route } from './route.ts'

/** A history entry: its route, its depth below the first screen, and a unique key. */
export type Place = { route: Route; depth: number; key: string }
/** The scroll position and focus to restore. */
type SavedPosition = { scrollY: number; focusId: string }

const left = new Map<string, SavedPosition>()
const listeners = new Set<() => void>()
let place: Place = { route: HOME, depth: 0, key: newKey() }

export function startNavigation(): void {
  history.scrollRestoration = 'manual'
  if (isPlace(history.state)) place = history.state
  else saveToHistory()
  addEventListener('popstate', ({ state }) => {
    // A fragment set by the host creates a history entry too, but it is not a new screen.
    if (!isPlace(state)) return saveToHistory()
    savePosition()
    place = state
    notifyListeners()
  })
}

export const currentPlace = (): Place => place

export function go(route: Route): void {
  savePosition()
  place = { route, depth: place.depth + 1, key: newKey() }
  history.pushState(place, '')
  notifyListeners()
}

/** Replaces the current entry: for other filters on the same screen, or a screen that back should skip. */
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
  history.replaceState(place, '')
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
