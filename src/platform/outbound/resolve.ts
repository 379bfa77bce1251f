import { promises as dns, type LookupAddress } from 'node:dns'

/** Every address that a name has; rejects when there is none to be had. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })

/** A clear no, after which a hosts file or a search domain may still know the name. */
const IS_UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * By DNS itself and, for a name that it does not know, by the system. Not by the system at once: its look-ups wait on
 * two threads for the whole process, and two names whose servers hang would stop everybody's.
 */
export const resolveName: Resolve = async (hostname) => {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ]
  if (addresses.length > 0) return addresses
  for (const answer of [v4, v6]) {
    if (answer.status === 'rejected' && !IS_UNKNOWN.has(answer.reason.code)) throw answer.reason
  }
  return dns.lookup(hostname, { all: true })
}

/** One look-up of a name at a time, however many wait for it. */
export function sharingLookups(resolve: Resolve): Resolve {
  const underWay = new Map<string, Promise<LookupAddress[]>>()
  return (hostname) => {
    const known = underWay.get(hostname)
    if (known) return known
    const lookup = resolve(hostname).finally(() => underWay.delete(hostname))
    underWay.set(hostname, lookup)
    return lookup
  }
}
