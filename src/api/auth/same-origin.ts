import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the browser says that our own page sent the request. Pages cannot set either header. `Sec-Fetch-Site` is the
 * browser's own verdict. `Origin` is compared with the host of the request and with PUBLIC_URL, because a proxy may change
 * the host.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  const requested = `${protocol}//${host}`
  return (
    origin === new URL(publicUrl).origin ||
    (URL.canParse(requested) && new URL(requested).host === originHost)
  )
}

/** Whether the browser says that a page of another site sent the request. Other programs do not send these headers. */
export function isForeignOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const isFromPage = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return isFromPage && !isSameOrigin(headers, publicUrl)
}
