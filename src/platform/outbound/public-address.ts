import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only public IPv6 range. Ranges such as ::/96 are missing from ipaddr.js's table and can reach our own network. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** RFC 6052: how an IPv6-only network reaches an IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** False for this host, its network and a cloud's metadata service. A partner's server must not be there. */
export function isPublicAddress(address: string): boolean {
  // Without this check, ipaddr.js would accept 0177.1 as an address.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed)
  // Both kinds embed an IPv4 address. So do 6to4 and Teredo, which servers no longer use: the last line refuses them.
  if (parsed.isIPv4MappedAddress() || parsed.match(NAT64)) return isPublicIPv4(embeddedIPv4(parsed))
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST)
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast'
}

function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4))
}
