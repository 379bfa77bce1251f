type Claims = { iss?: unknown; sub?: unknown; exp?: unknown; displayName?: unknown }

/** What the token says of itself. The service alone verifies it; here it only tells when to ask for the next. */
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

/** Whose token it is: the same person at the same partner, or somebody else. */
export function personOf(token: string): string {
  const { iss, sub } = readClaims(token)
  return JSON.stringify([iss, sub])
}

/** Goes before the stored name, so it can be shown before the service has answered. */
export function nameIn(token: string): string | null {
  const { displayName } = readClaims(token)
  return typeof displayName === 'string' && displayName.trim() !== '' ? displayName : null
}

export function expiryMs(token: string): number | null {
  const { exp } = readClaims(token)
  return typeof exp === 'number' ? exp * 1000 : null
}
