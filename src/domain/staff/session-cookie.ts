import { SESSION_LIFETIME_MS } from './sessions.ts'

/** Browsers accept a `__Host-` cookie only over https, for the path / and for one host. */
const NAME = '__Host-counterfoil'
/** On plain http at localhost, where not every browser stores a Secure cookie. */
const LOCAL_NAME = 'counterfoil'

const TOKEN = /^[\w-]{43}$/

/** The token in a Cookie header; null if it has none that could be ours. */
export function readSessionCookie(header: string | undefined, isLocalHttp: boolean): string | null {
  const name = isLocalHttp ? LOCAL_NAME : NAME
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? []
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value !== undefined && TOKEN.test(value) ? value : null
}

export function sessionCookie(token: string, isLocalHttp: boolean): string {
  return cookie(token, SESSION_LIFETIME_MS / 1000, isLocalHttp)
}

export function expiredSessionCookie(isLocalHttp: boolean): string {
  return cookie('', 0, isLocalHttp)
}

function cookie(value: string, maxAgeSeconds: number, isLocalHttp: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`
  return isLocalHttp ? `${LOCAL_NAME}=${value}; ${attributes}` : `${NAME}=${value}; Secure; ${attributes}`
}
