/** Browsers accept a `__Host-` cookie only over https, for the path / and for one host. */
const HOST_PREFIX = '__Host-'

/**
 * The value of a cookie in a Cookie header; null if there is none that could be ours. On plain http at localhost the name
 * has no prefix, because not every browser stores a Secure cookie there.
 */
export function readCookie(
  header: string | undefined,
  name: string,
  pattern: RegExp,
  isLocalHttp: boolean,
): string | null {
  const start = `${isLocalHttp ? '' : HOST_PREFIX}${name}=`
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? []
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
  return value !== undefined && pattern.test(value) ? value : null
}

/** The value of the Set-Cookie header. */
export function writeCookie(name: string, value: string, lifetimeMs: number, isLocalHttp: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${lifetimeMs / 1000}`
  return isLocalHttp
    ? `${name}=${value}; ${attributes}`
    : `${HOST_PREFIX}${name}=${value}; Secure; ${attributes}`
}
