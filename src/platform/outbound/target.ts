import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import type { Config } from '../config.ts'
import { isPublicAddress } from './address.ts'
import { type Answer, type Call, type Endpoint, exchange } from './exchange.ts'
import { type Resolve, resolveName, sharingLookups } from './resolve.ts'

/** Why an address of a partner's cannot be registered, or null. Whether it is safe to call is judged at each call. */
export function targetIssue(address: string, config: Pick<Config, 'allowPrivateTargets'>): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url) return 'must be a URL'
  const plainAllowed = config.allowPrivateTargets && url.protocol === 'http:'
  if (url.protocol !== 'https:' && !plainAllowed) return 'must be an https URL'
  if (url.username || url.password) return 'must not carry a user name or password'
  if (url.hash) return 'must not carry a fragment'
  return null
}

/** A target that we do not call, whoever asks. */
export class TargetRefused extends Error {}

/** The servers of partners, as far as we may call them. */
export type Targets = {
  /** Any status is an answer, a redirect too: it is not followed. Throws when there is none. */
  call(address: string, call: Call): Promise<Answer>
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5000
/** Addresses that were taken apart once. */
const MOST_KNOWN = 10_000

export function openTargets(
  config: Pick<Config, 'allowPrivateTargets'>,
  resolve: Resolve = resolveName,
): Targets {
  const agent = new Agent({ connect: guardedConnector(config, sharingLookups(resolve)), allowH2: false })
  const known = new Map<string, Endpoint>()
  const endpointOf = (address: string): Endpoint => {
    const issue = targetIssue(address, config)
    if (issue) throw new TargetRefused(`the target ${issue}`)
    const { origin, pathname, search } = new URL(address)
    const endpoint = { origin, path: pathname + search }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(address, endpoint)
    return endpoint
  }
  return {
    async call(address, call) {
      return exchange(agent, known.get(address) ?? endpointOf(address), call)
    },
    close: () => agent.destroy(),
  }
}

/**
 * Every connection is made here. A name is resolved once, by us: what was judged is what the socket is given, so that a
 * resolver that answers differently the second time is never asked a second time. Name and certificate stay the host's.
 */
function guardedConnector(
  { allowPrivateTargets }: Pick<Config, 'allowPrivateTargets'>,
  resolve: Resolve,
): buildConnector.connector {
  const judged = (hostname: string, addresses: LookupAddress[]): LookupAddress[] => {
    if (addresses.length === 0) throw new TargetRefused(`${hostname} has no address`)
    // Which address it is stays with us: partners read this, and it may be one of our own network.
    if (!allowPrivateTargets && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new TargetRefused(`${hostname} leads to an address that is not public`)
    return addresses
  }
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => judged(hostname, addresses))
      .then(
        (addresses) => {
          const [first] = addresses as [LookupAddress]
          if (options.all) callback(null, addresses)
          else callback(null, first.address, first.family)
        },
        (error) => callback(error, '', 0),
      )
  }
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false, lookup })
  return (options, callback) => {
    const family = isIP(options.hostname)
    try {
      // A socket looks up names only; an address goes straight to it.
      if (family !== 0) judged(options.hostname, [{ address: options.hostname, family }])
    } catch (error) {
      return callback(error as Error, null)
    }
    connect(options, callback)
  }
}
