import { isIPv4, isIPv6 } from 'node:net'

/** Shorter texts would also match by chance. */
const MIN_SECRET_LENGTH = 6

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const CREDENTIALS = /(\w:\/\/)[^/@\s"]*@/g
const IPV4 = /(?<![\d.])\d{1,3}([.-])\d{1,3}\1\d{1,3}\1\d{1,3}(?!\.?\d)/g
const IPV6 = /(?<![\w:])[\da-f:]*:[\da-f:]*:[\da-f:.]*/gi
const OWN_MACHINE = ['127.0.0.1', '0.0.0.0', '::', '::1']

/**
 * A second safeguard. The parts of a bundle already leave out secrets and personal data; this removes those that a
 * driver's message or a host name may still contain.
 */
export function redact(text: string, secrets: string[]): string {
  const long = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH)
  return long
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, '<secret>'), text)
    .replaceAll(CREDENTIALS, '$1')
    .replaceAll(EMAIL, '<e-mail>')
    .replaceAll(IPV4, (found) => (isAddress(found) ? '<address>' : found))
    .replaceAll(IPV6, (found) => (isAddress(found) ? '<address>' : found))
}

/** Hosts in some clouds are named `ip-10-0-1-23`. */
function isAddress(found: string): boolean {
  const address = found.includes(':') ? found : found.replaceAll('-', '.')
  return (isIPv4(address) || isIPv6(address)) && !OWN_MACHINE.includes(address)
}
