declare global {
  interface Window {
    showLoadFailure(retry: () => void): void
  }
}

/**
 * Shows that the app failed to load. The page contains this function as an inline script, since it must run even if no
 * script can be loaded. So it refers to nothing outside. vite.config.ts embeds it, and the service allows it by its hash.
 */
export function installLoadFailure(): void {
  /** Uses the notices in the page, one per language, since the app's own words have not loaded. */
  window.showLoadFailure = (retry) => {
    const notices = [...document.querySelectorAll('template')].map(
      ({ content }) => content.firstChild as HTMLElement,
    )
    const requested = new URLSearchParams(location.search).get('lang') ?? ''
    const [matching] = [requested, ...navigator.languages, 'en'].flatMap((tag) =>
      notices.filter(({ lang }) => tag.startsWith(lang.slice(0, 2))),
    )
    const notice = matching?.cloneNode(true) as HTMLElement
    document.body.append(notice)
    if (parent !== window) parent.postMessage({ type: 'counterfoil:failed' }, '*')
    const button = notice.querySelector('button') as HTMLElement
    button.onclick = () => {
      notice.remove()
      retry()
    }
  }
  // The first script has failed, so the token is still in the URL, and a reload keeps it.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) window.showLoadFailure(() => location.reload())
    },
    true,
  )
}
