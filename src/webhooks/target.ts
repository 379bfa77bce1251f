import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import type { Config } from '../config.ts'
import { isPublicAddress } from './address.ts'

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

export type TargetCall = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** From the name's resolution to the last byte read. */
  timeoutMs: number
  mostBytes: number
  /** Cuts it off earlier. */
  signal?: AbortSignal
}

/** `isWhole` is false when the answer went on after `mostBytes`; the rest is never read. */
export type TargetAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  isWhole: boolean
}

/** The servers of partners, as far as we may call them. */
export type Targets = {
  /** Any status is an answer, a redirect too: it is not followed. Throws when there is none. */
  call(address: string, call: TargetCall): Promise<TargetAnswer>
  close(): Promise<void>
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const CONNECT_TIMEOUT_MS = 5000

const systemResolve: Resolve = (hostname) => dns.lookup(hostname, { all: true })

export function openTargets(
  config: Pick<Config, 'allowPrivateTargets'>,
  resolve: Resolve = systemResolve,
): Targets {
  const agent = new Agent({ connect: guardedConnector(config, resolve), allowH2: false })
  return {
    async call(address, { timeoutMs, mostBytes, signal: cutOff, ...call }) {
      const issue = targetIssue(address, config)
      if (issue) throw new TargetRefused(`the target ${issue}`)
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = cutOff ? AbortSignal.any([timeout, cutOff]) : timeout
      const exchange = async (): Promise<TargetAnswer> => {
        const options = { ...call, body: call.body ?? null, dispatcher: agent, signal }
        const { statusCode: status, headers, body } = await request(address, options)
        return { status, headers, ...(await readUpTo(body, mostBytes)) }
      }
      // undici hears the signal only once it is connected.
      return Promise.race([exchange(), rejectOn(signal)])
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
    const refused = allowPrivateTargets ? null : addresses.find(({ address }) => !isPublicAddress(address))
    if (refused) throw new TargetRefused(`${hostname} leads to ${refused.address}, which is not public`)
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

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function readUpTo(
  stream: Dispatcher.ResponseData['body'],
  mostBytes: number,
): Promise<{ body: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > mostBytes) return { body: Buffer.concat(chunks).subarray(0, mostBytes), isWhole: false }
  }
  return { body: Buffer.concat(chunks), isWhole: true }
}
