import { onReconnect } from '../api/reconnect.ts'

/** Requests the stylesheet again if it did not load with the page, and those of other screens when the connection returns. */
export function reloadMissingStyles(): void {
  // Before `load` it may still be loading.
  if (document.readyState !== 'complete') addEventListener('load', reloadMissingStyles)
  else {
    if (!getComputedStyle(document.documentElement).getPropertyValue('--page'))
      reload(document.querySelector('link[rel=stylesheet]'))
    // A screen requests its styles only once, even if its code is requested again.
    addEventListener('error', ({ target }) => reloadWhenOnline(target), true)
  }
}

function reloadWhenOnline(target: EventTarget | null): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') onReconnect(() => reload(target))
}

const reload = (link: Element | null) => link?.replaceWith(link.cloneNode())
