/**
 * Fetches the app itself and runs it; when it does not come, says so. It is fetched before it is imported, since a
 * browser remembers a failed import for as long as the page lives, and with the page the token would be gone.
 */
export async function loadStart(isRetry = false): Promise<void> {
  const { href } = document.querySelector('link[as]') as HTMLLinkElement
  try {
    const response = await fetch(href)
    await response.arrayBuffer()
    // A newer release has taken its place, and another page names it.
    if (isRetry && response.status === 404) location.reload()
    if (!response.ok) throw response
    await import(/* @vite-ignore */ href)
  } catch (cause) {
    tell()
    throw cause
  }
}

/** In the words that the page brought along, one notice a language: the app's own are still on their way. */
function tell(): void {
  const notices = [...document.querySelectorAll('template')].map(
    ({ content }) => content.firstChild as HTMLElement,
  )
  const asked = new URLSearchParams(location.search).get('lang') ?? ''
  const [spoken] = [asked, ...navigator.languages, 'en'].flatMap((tag) =>
    notices.filter(({ lang }) => tag.startsWith(lang.slice(0, 2))),
  )
  const notice = spoken?.cloneNode(true) as HTMLElement
  document.body.append(notice)
  const retry = notice.querySelector('button') as HTMLElement
  retry.onclick = () => {
    notice.remove()
    loadStart(true)
  }
}
