import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

/** The address, with all that a screen shows in it: a link to it shows the same to a colleague. */
export function useAddress(): URL {
  return new URL(useSyncExternalStore(subscribe, () => location.href))
}

export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to)
  else {
    history.pushState(null, '', to)
    scrollTo(0, 0)
  }
  tell()
}

/** Links are plain links; those to our own screens need not load the page again. */
export function interceptLinks(base: string): void {
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element).closest?.('a')
    if (!link || link.target || link.origin !== location.origin || !link.pathname.startsWith(base)) return
    event.preventDefault()
    navigate(link.href)
  })
}
