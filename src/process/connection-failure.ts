import { ConfigError, StartError } from '../platform/config-error.ts'
import { AddressError } from '../platform/database/address.ts'

/** Codes of Node for a certificate that no authority known to us has signed. */
const UNKNOWN_AUTHORITY =
  /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/

/** The error to exit with. Its class says whether a retry can help. */
export function connectionError(error: unknown): ConfigError | StartError {
  const message = describeConnectionFailure(error as NodeJS.ErrnoException)
  return isLasting(error) ? new ConfigError(message) : new StartError(message)
}

/** Whether only a new DATABASE_URL or certificate helps. Other failures may pass, such as a missing login. */
export function isLasting(error: unknown): boolean {
  const { message, syscall } = error as NodeJS.ErrnoException
  if (error instanceof AddressError || syscall === 'open' || /does not support SSL/.test(message)) return true
  const code = codeOf(error as NodeJS.ErrnoException)
  return UNKNOWN_AUTHORITY.test(code) || /^(CERT_|ERR_TLS_)/.test(code)
}

/** If a `DatabaseUnavailable` wraps another error, returns the code of that error. */
function codeOf(error: NodeJS.ErrnoException): string {
  return (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.code ?? ''
}

/** One line for the operator: why the address of a setting cannot be used, and what to do about it. */
export function describeConnectionFailure(error: NodeJS.ErrnoException, setting = 'DATABASE_URL'): string {
  if (error instanceof AddressError) return `${setting}: ${error.message}`
  const code = codeOf(error)
  if (UNKNOWN_AUTHORITY.test(code))
    return `${setting}: the server's certificate is not trusted (${code}): set sslrootcert to the certificate of the authority that signed it`
  if (code === 'CERT_HAS_EXPIRED') return `${setting}: the server's certificate has expired: renew it`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${setting}: the server's certificate is for another host: use a host name that the certificate contains`
  if (error.syscall === 'open')
    return `${setting}: a certificate file cannot be read (${error.message}): check sslrootcert, sslcert and sslkey`
  if (/does not support SSL/.test(error.message))
    return `${setting}: sslmode requires TLS, and the server has none: turn on ssl in PostgreSQL`
  const reason = code ? `${code}: ${error.message}` : error.message
  return `${setting} cannot be reached (${reason}): check the address and that PostgreSQL is running`
}
