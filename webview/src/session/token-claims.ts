type Claims = { iss?: unknown; sub?: unknown; exp?: unknown; displayName?: unknown }

/** The token's claims, unverified: only the service verifies them. Here they serve display and renewal. */
function readClaims(token: string): Claims {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** Identifies the token's user: issuer and subject. */
export function userOf(token: string): string {
  return identityOf(readClaims(token))
}

export const identityOf = ({ iss, sub }: Claims): string => JSON.stringify([iss, sub])

/** Takes precedence over the stored name, so it can be shown before the service responds. */
export function displayNameIn(token: string): string | null {
  const { displayName } = readClaims(token)
  return typeof displayName === 'string' && displayName.trim() !== '' ? displayName : null
}

export function expiresAtMs(token: string): number | null {
  const { exp } = readClaims(token)
  return typeof exp === 'number' ? exp * 1000 : null
}
