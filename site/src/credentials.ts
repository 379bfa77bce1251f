/** The credentials that the reader pasted. The tab keeps them for the next page of the reference. */
export type Credentials = { slug?: string; secret?: string; token?: string; key?: string }

const KEY = 'counterfoil-docs-credentials'

export function keptCredentials(): Credentials {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

export function keepCredentials(credentials: Credentials): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...keptCredentials(), ...credentials }))
  } catch {
    // A browser that blocks storage asks for them again.
  }
}

export function forgetCredentials(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}
