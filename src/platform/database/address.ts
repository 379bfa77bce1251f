/** Where the database is, read from DATABASE_URL. */
export type Address = {
  /** One URL a host, in the order given. */
  urls: string[]
  /** Only a session that can write will do: `target_session_attrs` is `read-write` or `primary`. */
  needsWritable: boolean
  /** Behind PgBouncer in transaction mode: `?pgbouncer=true`. */
  isPooled: boolean
  /** `sslmode=prefer`: without TLS where the server has none. */
  prefersTls: boolean
}

export class AddressError extends Error {}

/** Parameters that we read ourselves; the rest goes to the driver. */
const OWN = ['target_session_attrs', 'pgbouncer']
const WRITABLE = ['read-write', 'primary']

/** Several hosts are separated by commas, as libpq has it: `postgres://user@db1:5432,db2:5432/counterfoil`. */
export function parseAddress(url: string): Address {
  const [, scheme, credentials = '', hosts, path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)(.*@)?([^/?@]*)(\/[^?]*)?(?:\?(.*))?$/.exec(url) ?? []
  if (scheme === undefined || hosts === undefined) throw new AddressError('it is not a PostgreSQL address')
  const parameters = new URLSearchParams(query)
  const attributes = parameters.get('target_session_attrs') ?? 'any'
  if (![...WRITABLE, 'any'].includes(attributes)) {
    throw new AddressError(
      `target_session_attrs=${attributes} is not supported: use read-write, primary or any`,
    )
  }
  const sslmode = parameters.get('sslmode')
  const isPooled = parameters.get('pgbouncer') === 'true'
  for (const name of OWN) parameters.delete(name)
  // As psql and pg_dump read it: `require` encrypts and `verify-full` also checks who is there.
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

/** The same hosts without TLS. */
export function withoutTls({ urls, ...address }: Address): Address {
  const plain = urls.map((url) => url.replace(/([?&])sslmode=prefer\b/, '$1sslmode=disable'))
  return { ...address, urls: plain, prefersTls: false }
}
