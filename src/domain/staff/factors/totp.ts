import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** One step before and after is accepted: clocks differ, and a code may end while it is typed. */
const WINDOW = 1

/** These are the parameters that every authenticator app supports: SHA-1, 6 digits, 30 seconds (RFC 6238). */
function totpOf(secret: string, label = ''): TOTP {
  const options = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, issuer: 'Counterfoil', label }
  return new TOTP({ ...options, secret: Secret.fromBase32(secret) })
}

/** A secret of 160 bits in base 32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The URI for the QR code of an authenticator app. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** The time step of a code that is right and later than `lastStep`; null otherwise. Each step is accepted once. */
export function acceptedStep(
  secret: string,
  code: string,
  lastStep: number | null,
  now: Date,
): number | null {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp: now.getTime() })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
  return lastStep === null || step > lastStep ? step : null
}
