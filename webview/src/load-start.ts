/**
 * Loads and runs the app, or shows that it failed to load. The file is fetched before it is imported: a browser remembers
 * a failed import until the page is reloaded, and a reload would lose the token.
 */
export async function loadStart(isRetry = false): Promise<void> {
  const { href } = document.querySelector('link[as]') as HTMLLinkElement
  try {
    const response = await fetch(href)
    await response.arrayBuffer()
    // A new release has replaced this file. A new page will name the new one.
    if (isRetry && response.status === 404) location.reload()
    if (!response.ok) throw response
    await import(/* @vite-ignore */ href)
  } catch (cause) {
    showLoadFailure()
    throw cause
  }
}

/** Uses the notices in the page, one per language, since the app's own words have not loaded. */
function showLoadFailure(): void {
  const notices = [...document.querySelectorAll('template')].map(
    ({ content }) => content.firstChild as HTMLElement,
  )
  const requested = new URLSearchParams(location.search).get('lang') ?? ''
  const [matching] = [requested, ...navigator.languages, 'en'].flatMap((tag) =>
    notices.filter(({ lang }) => tag.startsWith(lang.slice(0, 2))),
  )
  const notice = matching?.cloneNode(true) as HTMLElement
  document.body.append(notice)
  const retry = notice.querySelector('button') as HTMLElement
  retry.onclick = () => {
    notice.remove()
    loadStart(true)
  }
}
