import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Of IPv6, only this has been given out as public; ranges such as ::/96 are in no table and still lead inwards. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** RFC 6052: how a network that speaks IPv6 only reaches an IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Whether a partner's server may stand at this address: not ours, not our network's, not a cloud's metadata. */
export function isPublicAddress(address: string): boolean {
  // Not ipaddr.js's own reading, which takes 0177.1 for an address.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed)
  // These two are IPv4 in other clothes; 6to4 and Teredo are too, and nobody's server stands there any more.
  if (parsed.isIPv4MappedAddress() || parsed.match(NAT64)) return isPublicIPv4(lastIPv4(parsed))
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST)
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast'
}

function lastIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4))
}
