/** Reads DATABASE_URL as libpq does, with several hosts and `target_session_attrs`. */
export type Address = {
  /** One URL per host, in the order of DATABASE_URL. */
  urls: string[]
  /** Every session must be able to write: `target_session_attrs` is `read-write` or `primary`. */
  needsWritable: boolean
  /** Whether the address is PgBouncer in transaction mode: `?pgbouncer=true`. */
  isPooled: boolean
  /** Whether to connect without TLS if the server has none: `sslmode=prefer`. */
  prefersTls: boolean
}

export class AddressError extends Error {}

/** Parameters that we read ourselves; the driver gets the rest. */
const OWN_PARAMETERS = ['target_session_attrs', 'pgbouncer']
const WRITABLE = ['read-write', 'primary']

/** Commas separate several hosts: `postgres://user@db1:5432,db2:5432/counterfoil`. */
export function parseAddress(url: string): Address {
  const [, scheme, credentials = '', hosts, path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)(.*@)?([^/?@]*)(\/[^?]*)?(?:\?(.*))?$/.exec(url) ?? []
  if (scheme === undefined || hosts === undefined) throw new AddressError('not a PostgreSQL address')
  const parameters = new URLSearchParams(query)
  const attributes = parameters.get('target_session_attrs') ?? 'any'
  if (![...WRITABLE, 'any'].includes(attributes)) {
    throw new AddressError(
      `target_session_attrs=${attributes} is not supported: use read-write, primary or any`,
    )
  }
  const sslmode = parameters.get('sslmode')
  if (sslmode === 'verify-ca' && !parameters.has('sslrootcert'))
    throw new AddressError('sslmode=verify-ca needs sslrootcert, the certificate of the authority')
  const isPooled = parameters.get('pgbouncer') === 'true'
  for (const name of OWN_PARAMETERS) parameters.delete(name)
  // With this parameter, the driver reads `sslmode` as psql and pg_dump do: `require` encrypts, `verify-full` also
  // verifies the server's certificate.
  if (sslmode !== null) parameters.set('uselibpqcompat', 'true')
  if (sslmode === 'allow') parameters.set('sslmode', 'disable')
  const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ''}`
  return {
    urls: hosts.split(',').map((host) => `${scheme}${credentials}${host}${rest}`),
    needsWritable: WRITABLE.includes(attributes),
    isPooled,
    prefersTls: sslmode === 'prefer',
  }
}

/** Returns the address with the same hosts, without TLS. */
export function withoutTls({ urls, ...address }: Address): Address {
  const plain = urls.map((url) => url.replace(/([?&])sslmode=prefer\b/, '$1sslmode=disable'))
  return { ...address, urls: plain, prefersTls: false }
}
