import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { type CallFailure, failureText } from '@counterfoil/contract/words/call-failure.ts'
import type { Agent, buildConnector } from 'undici'
import type { Config } from '../config.ts'
import { type Issue, issueAt } from '../refusal.ts'
import { type ResolveHost, resolveHost, shareLookups } from './dns-resolution.ts'
import { type Call, type Endpoint, exchange, type HttpResponse } from './http-exchange.ts'
import { isPublicAddress } from './public-address.ts'

/** Why the URL at `path` cannot be registered; empty if it can. Its addresses are checked at each call, not here. */
export function targetIssues(
  path: string,
  address: string,
  config: Pick<Config, 'allowPrivateTargets'>,
): Issue[] {
  const problem = problemOf(address, config)
  return problem === null ? [] : [issueAt(path, problem)]
}

function problemOf(address: string, config: Pick<Config, 'allowPrivateTargets'>) {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url) return 'issue.url'
  const plainAllowed = config.allowPrivateTargets && url.protocol === 'http:'
  if (url.protocol !== 'https:' && !plainAllowed) return 'issue.https'
  if (url.username || url.password) return 'issue.urlUser'
  if (url.hash) return 'issue.urlFragment'
  return null
}

/** Thrown for a target that we never call. */
export class TargetRefused extends Error {
  constructor(failure: CallFailure, host = '') {
    super(failureText(failure, { host }))
  }
}

/** HTTP calls to partners' servers, guarded against requests to our own network (SSRF). */
export type Targets = {
  /** Resolves with any status, redirects included: they are not followed. Throws if there is no response. */
  call(address: string, call: Call): Promise<HttpResponse>
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5000
const MAX_PARSED_URLS = 10_000

export function openTargets(
  config: Pick<Config, 'allowPrivateTargets'>,
  resolve: ResolveHost = resolveHost,
): Targets {
  let agent: Agent | null = null
  let opening: Promise<Agent> | null = null
  /** Imports undici at the first call: most commands make none, and start faster without it. */
  const openAgent = async () => {
    const { Agent, buildConnector } = await import('undici')
    const connect = guardedConnector(config, shareLookups(resolve), buildConnector)
    agent = new Agent({ connect, allowH2: false })
    return agent
  }
  /** Parsing and checking a URL costs more than this look-up. */
  const parsed = new Map<string, Endpoint>()
  const parse = (address: string): Endpoint => {
    const problem = problemOf(address, config)
    if (problem !== null) throw new TargetRefused(`target:${problem}`)
    const { origin, pathname, search } = new URL(address)
    const endpoint = { origin, path: pathname + search }
    if (parsed.size >= MAX_PARSED_URLS) parsed.clear()
    parsed.set(address, endpoint)
    return endpoint
  }
  return {
    async call(address, call) {
      const endpoint = parsed.get(address) ?? parse(address)
      opening ??= openAgent()
      return exchange(agent ?? (await opening), endpoint, call)
    },
    close: async () => (await opening)?.destroy(),
  }
}

/**
 * Opens every connection. We resolve a name once and give the socket the addresses that we checked, so a DNS server cannot
 * return a different address later (DNS rebinding). The Host header and the certificate check still use the host name.
 */
function guardedConnector(
  { allowPrivateTargets }: Pick<Config, 'allowPrivateTargets'>,
  resolve: ResolveHost,
  build: typeof buildConnector,
): buildConnector.connector {
  const check = (hostname: string, addresses: LookupAddress[]): LookupAddress[] => {
    if (addresses.length === 0) throw new TargetRefused('noAddress', hostname)
    // The message does not contain the address: partners read it, and the address may be in our own network.
    if (!allowPrivateTargets && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new TargetRefused('notPublic', hostname)
    return addresses
  }
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => check(hostname, addresses))
      .then(
        (addresses) => {
          const [first] = addresses as [LookupAddress]
          if (options.all) callback(null, addresses)
          else callback(null, first.address, first.family)
        },
        (error) => callback(error, '', 0),
      )
  }
  const connect = build({ timeout: CONNECT_TIMEOUT_MS, allowH2: false, lookup })
  return (options, callback) => {
    const family = isIP(options.hostname)
    try {
      // A socket only looks up names: an IP address in the URL never reaches `lookup`.
      if (family !== 0) check(options.hostname, [{ address: options.hostname, family }])
    } catch (error) {
      return callback(error as Error, null)
    }
    connect(options, callback)
  }
}
