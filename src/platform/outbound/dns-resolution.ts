import { promises as dns, type LookupAddress } from 'node:dns'

/** Resolves to every address of a host name. Rejects if there is none. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>

const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })

/** DNS does not know the name or is not running. A hosts file or a search domain may still know it. */
const UNKNOWN_TO_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * Queries DNS first, and the operating system only for names that DNS does not know. The operating system's look-ups share
 * two threads for the whole process: two names whose servers hang would block all others.
 */
export const resolveHost: ResolveHost = async (hostname) => {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ]
  if (addresses.length > 0) return addresses
  for (const outcome of [v4, v6]) {
    if (outcome.status === 'rejected' && !UNKNOWN_TO_DNS.has(outcome.reason.code)) throw outcome.reason
  }
  return dns.lookup(hostname, { all: true })
}

/** Runs one look-up per name at a time; concurrent callers share its response. */
export function shareLookups(resolve: ResolveHost): ResolveHost {
  const pending = new Map<string, Promise<LookupAddress[]>>()
  return (hostname) => {
    const running = pending.get(hostname)
    if (running) return running
    const lookup = resolve(hostname).finally(() => pending.delete(hostname))
    pending.set(hostname, lookup)
    return lookup
  }
}
