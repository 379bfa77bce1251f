export const BASE = '/console/'

/** The one place where an address of a screen is put together. */
export const screens = {
  partners: () => `${BASE}partners`,
  merchants: () => `${BASE}merchants`,
  merchant: (id: string) => `${BASE}merchants/${encodeURIComponent(id)}`,
  audit: () => `${BASE}audit`,
}

export type Screen =
  | { name: 'partners' }
  | { name: 'merchants' }
  | { name: 'merchant'; id: string }
  | { name: 'audit' }
  | { name: 'nowhere' }

export function screenAt(pathname: string): Screen {
  const [noun = '', id, ...rest] = pathname.slice(BASE.length).replace(/\/$/, '').split('/')
  if (rest.length > 0) return { name: 'nowhere' }
  if (noun === 'merchants' && id) return { name: 'merchant', id: decoded(id) }
  if (id !== undefined) return { name: 'nowhere' }
  if (noun === '' || noun === 'partners') return { name: 'partners' }
  return noun === 'merchants' || noun === 'audit' ? { name: noun } : { name: 'nowhere' }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
