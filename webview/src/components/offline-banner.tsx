import { useEffect, useLayoutEffect, useReducer } from 'preact/hooks'
import { words } from '../language/words.ts'

/** Screens that have nothing to show without a connection and say so themselves. */
let emptyScreens = 0
const listeners = new Set<() => void>()

/** Whether the phone has a connection, as far as the browser knows. */
export function useOnline(): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const update = () => redraw(undefined)
    listeners.add(update)
    addEventListener('online', update)
    addEventListener('offline', update)
    // The connection may have changed since the render.
    update()
    return () => {
      listeners.delete(update)
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return navigator.onLine
}

/** Says that the content may be old. It is not shown above a screen without content. */
export function OfflineBanner() {
  const isShown = !useOnline() && emptyScreens === 0
  return <div role="status">{isShown && <p class="status-bar">{words.offline}</p>}</div>
}

/** For a component that says itself that nothing could be loaded. */
export function useNothingToShow(isEmpty: boolean): void {
  useLayoutEffect(() => {
    if (!isEmpty) return
    const change = (by: number) => {
      emptyScreens += by
      for (const listener of listeners) listener()
    }
    change(1)
    return () => change(-1)
  }, [isEmpty])
}
