import { isIP, isIPv4 } from 'node:net'

/** Whether a text is an IP address or a network, such as 10.0.0.5 or 172.16.0.0/12. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const maxBits = isIPv4(address) ? 32 : 128
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || isBits(bits, maxBits))
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function isBits(text: string, max: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= max
}
