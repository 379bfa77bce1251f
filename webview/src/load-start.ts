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
    window.showLoadFailure(() => loadStart(true))
    throw cause
  }
}
