import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { ResolveHost } from '../../src/platform/outbound/dns-resolution.ts'
import { openTargets, TargetRefused, targetIssues } from '../../src/platform/outbound/guarded-targets.ts'
import { Cancellation, RequestCanceled } from '../../src/platform/outbound/http-exchange.ts'
import { isPublicAddress } from '../../src/platform/outbound/public-address.ts'

test.each([
  ['8.8.8.8', 'an ordinary address'],
  ['172.15.255.255', 'just before 172.16/12'],
  ['172.32.0.0', 'just after 172.16/12'],
  ['100.63.255.255', 'just before carrier-grade NAT'],
  ['100.128.0.0', 'just after carrier-grade NAT'],
  ['169.253.255.255', 'just before link-local'],
  ['198.17.255.255', 'just before benchmarking'],
  ['223.255.255.255', 'just before multicast'],
  ['2606:4700:4700::1111', 'IPv6'],
  ['2a00:1450:4001::1', 'IPv6'],
  ['::ffff:8.8.8.8', 'IPv4-mapped'],
  ['64:ff9b::808:808', 'NAT64'],
])('public: %s (%s)', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['169.254.169.254', 'cloud metadata'],
  ['169.254.0.1', 'link-local'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.100.100.200', 'cloud metadata behind carrier-grade NAT'],
  ['192.0.0.192', 'cloud metadata in the protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['192.88.99.1', '6to4 relay'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::7f00:1', 'IPv4-compatible, in hexadecimal'],
  ['::ffff:127.0.0.1', 'IPv4-mapped'],
  ['::ffff:7f00:1', 'IPv4-mapped, in hexadecimal'],
  ['0:0:0:0:0:ffff:a9fe:a9fe', 'IPv4-mapped cloud metadata'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['64:ff9b::7f00:1', 'NAT64 of loopback'],
  ['64:ff9b::169.254.169.254', 'NAT64 of cloud metadata'],
  ['64:ff9b:1::1', 'NAT64 of local use'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['2002:0808:0808::', '6to4'],
  ['2001:0:7f00:1::', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['2001:2::1', 'benchmarking'],
  ['2001:10::1', 'ORCHID'],
  ['100::1', 'discard'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with its zone'],
  ['2606:4700:4700::1111%eth0', 'a zone'],
  ['febf::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'cloud metadata in unique local'],
  ['ff02::1', 'multicast'],
  ['4000::1', 'not assigned'],
  ['5f00::1', 'segment routing'],
  ['0177.0.0.1', 'octal'],
  ['010.8.8.8', 'octal for some parsers, 10.8.8.8 for others'],
  ['0x7f.0.0.1', 'hexadecimal'],
  ['2130706433', 'decimal'],
  ['127.1', 'short'],
  ['8.8.8.8.', 'a trailing dot'],
  ['example.com', 'a name'],
  ['', 'nothing'],
])('not public: %s (%s)', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  ['http://example.com/', 'must be an https URL'],
  ['ftp://example.com/', 'must be an https URL'],
  ['file:///etc/passwd', 'must be an https URL'],
  ['https://user@example.com/', 'must not contain a user name or password'],
  ['https://example.com/#a', 'must not contain a fragment'],
  ['example.com', 'must be a URL'],
  ['https://[fe80::1%25eth0]/', 'must be a URL'],
])('%s cannot be registered: it %s', (address, issue) => {
  expect(targetIssues('/webhookUrl', address, { allowPrivateTargets: false })).toMatchObject([
    { path: '/webhookUrl', message: issue },
  ])
})

test.each([
  'https://example.com/',
  'https://example.com:8443/hooks?tenant=7',
  'https://example.com:22/',
  'https://[2606:4700:4700::1111]/',
])('%s can be registered: any port, any path', (address) => {
  expect(targetIssues('/webhookUrl', address, { allowPrivateTargets: false })).toEqual([])
})

const hits: { host: string | undefined; url: string | undefined }[] = []
const http = createServer((request, response) => {
  hits.push({ host: request.headers.host, url: request.url })
  if (request.url === '/redirect') return response.writeHead(302, { location: '/elsewhere' }).end()
  if (request.url === '/long') return response.end('x'.repeat(1_000_000))
  response.end('ok')
})
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
const { port } = http.address() as AddressInfo
const CALL = { method: 'GET', headers: {}, timeoutMs: 1000, maxBytes: 1024 } as const

const opened: { close(): Promise<void> }[] = []
function targets(allowPrivateTargets: boolean, resolve?: ResolveHost) {
  const fresh = openTargets({ allowPrivateTargets }, resolve)
  opened.push(fresh)
  return fresh
}
afterAll(async () => {
  for (const each of opened) await each.close()
  http.closeAllConnections()
  http.close()
})

const address = (...addresses: string[]): LookupAddress[] =>
  addresses.map((each) => ({ address: each, family: each.includes(':') ? 6 : 4 }))

test.each([
  'https://127.0.0.1',
  'https://127.1',
  'https://2130706433',
  'https://0x7f000001',
  'https://0177.0.0.1',
  'https://017700000001',
  'https://127.0.0.1.',
  'https://%31%32%37.0.0.1',
  'https://①②⑦.0.0.1',
  'https://127。0。0。1',
  'https://0',
  'https://[::1]',
  'https://[::]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:7f00:1]',
  'https://[64:ff9b::7f00:1]',
  'https://[2002:7f00:1::]',
  'https://[fe80::1]',
  'https://[fd00:ec2::254]',
  'https://0x7f.1',
  'https://0300.0250.0.1',
  'https://100.100.100.200',
  'https://metadata.internal',
  'https://metadata.internal.',
  'https://localhost',
  'https://localhost.',
  'https://LOCALHOST',
  'https://169.254.169.254',
])('refused without a connection: %s', async (origin) => {
  const before = hits.length
  const resolved: string[] = []
  const resolve: ResolveHost = async (hostname) => {
    resolved.push(hostname)
    return address('127.0.0.1')
  }
  const call = targets(false, resolve).call(`${origin}:${port}/`, CALL)
  await expect(call).rejects.toThrow(TargetRefused)
  await expect(call).rejects.toThrow(/is not public$/)
  expect(hits.length).toBe(before)
  if (!/localhost|internal/i.test(origin)) expect(resolved).toEqual([])
})

test.each([
  ['one of several addresses is private', address('8.8.8.8', '10.0.0.1')],
  ['the IPv6 one is private', address('8.8.8.8', '::1')],
  ['there is no address', []],
])('refused: %s', async (_name, addresses) => {
  const call = targets(false, async () => addresses).call('https://partner.example/', CALL)
  await expect(call).rejects.toThrow(TargetRefused)
})

test('refused: http, even to a public address', async () => {
  await expect(targets(false).call('http://8.8.8.8/', CALL)).rejects.toThrow(/must be an https URL/)
})

test('a name that does not resolve is not called', async () => {
  const failing: ResolveHost = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  }
  await expect(targets(false, failing).call('https://partner.example/', CALL)).rejects.toThrow(/ENOTFOUND/)
  await expect(targets(true, failing).call('https://partner.example/', CALL)).rejects.toThrow(/ENOTFOUND/)
})

test('DNS rebinding: a resolver is asked once per connection, and that answer is checked', async () => {
  const responses = [address('192.0.2.1'), address('127.0.0.1')]
  let lookUps = 0
  const rebinding = targets(false, async () => responses[lookUps++] ?? [])
  const call = () => rebinding.call(`https://partner.example:${port}/`, CALL)
  await expect(call()).rejects.toThrow(/^partner\.example resolves to an address that is not public$/)
  expect(lookUps).toBe(1)
  await expect(call()).rejects.toThrow(/^partner\.example resolves to an address that is not public$/)
  expect(lookUps).toBe(2)
  expect(hits.filter(({ host }) => host?.startsWith('partner'))).toEqual([])
})

test('the socket connects to the address that was checked, even if the name resolves to another one later', async () => {
  let lookUps = 0
  const pinned = targets(true, async (hostname) => {
    expect(hostname).toBe('partner.example')
    lookUps += 1
    return lookUps === 1 ? address('127.0.0.1') : address('192.0.2.1')
  })
  const response = await pinned.call(`http://partner.example:${port}/pinned`, CALL)
  expect([response.status, response.body.toString(), response.isComplete]).toEqual([200, 'ok', true])
  expect(lookUps).toBe(1)
  expect(hits.at(-1)).toEqual({ host: `partner.example:${port}`, url: '/pinned' })
})

test('over TLS, the socket connects to the checked address, with the host name in the handshake', async () => {
  const greeting = Promise.withResolvers<Buffer>()
  const silent = createSocketServer((socket) => socket.once('data', greeting.resolve).on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const pinned = targets(true, async () => address('127.0.0.1'))
  const url = `https://partner.example:${(silent.address() as AddressInfo).port}/`
  await expect(pinned.call(url, { ...CALL, timeoutMs: 500 })).rejects.toThrow()
  expect((await greeting.promise).includes('partner.example')).toBe(true)
  silent.close()
})

test('a redirect is returned as a response, and not followed', async () => {
  const before = hits.length
  const response = await targets(true).call(`http://127.0.0.1:${port}/redirect`, CALL)
  expect([response.status, response.headers.location]).toEqual([302, '/elsewhere'])
  expect(hits.length).toBe(before + 1)
})

test('at most maxBytes of a response are read', async () => {
  const response = await targets(true).call(`http://127.0.0.1:${port}/long`, CALL)
  expect([response.body.length, response.isComplete]).toEqual([1024, false])
})

test('the timeout includes the DNS look-up', async () => {
  const never = targets(true, () => new Promise(() => {}))
  const startedAt = performance.now()
  await expect(never.call('https://partner.example/', { ...CALL, timeoutMs: 200 })).rejects.toThrow()
  // Less than the 5 s that a connection alone may take.
  expect(performance.now() - startedAt).toBeLessThan(4900)
})

test('ALLOW_PRIVATE_TARGETS allows private addresses and http', async () => {
  expect((await targets(true).call(`http://localhost:${port}/`, CALL)).status).toBe(200)
})

test('connections are reused', async () => {
  let connections = 0
  const count = () => {
    connections += 1
  }
  http.on('connection', count)
  const kept = targets(true)
  for (let i = 0; i < 20; i += 1) await kept.call(`http://127.0.0.1:${port}/${i}`, CALL)
  http.off('connection', count)
  // Two, because a connection becomes free a moment after its response.
  expect(connections).toBeLessThanOrEqual(2)
})

test('a name whose DNS server hangs is looked up once at a time, and does not block other names', async () => {
  // Like the operating system, this resolver does two look-ups at a time; the others wait.
  let free = 2
  const waiting: (() => void)[] = []
  const lookUps: string[] = []
  const resolve: ResolveHost = async (hostname) => {
    lookUps.push(hostname)
    while (free === 0) await new Promise<void>((turn) => waiting.push(turn))
    free -= 1
    if (hostname === 'hanging.example') await new Promise(() => {})
    free += 1
    waiting.shift()?.()
    return address('127.0.0.1')
  }
  const shared = targets(true, resolve)
  const hanging = Array.from({ length: 20 }, () =>
    shared.call('http://hanging.example/', { ...CALL, timeoutMs: 500 }).catch((error) => error.message),
  )
  const response = await shared.call(`http://other.example:${port}/`, { ...CALL, timeoutMs: 5000 })
  expect(response.status).toBe(200)
  expect(new Set(await Promise.all(hanging))).toEqual(new Set(['no response within 0.5 seconds']))
  expect(lookUps.toSorted()).toEqual(['hanging.example', 'other.example'])
})

test('a canceled call ends at once, even before it has a connection', async () => {
  const cancellation = new Cancellation()
  const never = targets(true, () => new Promise(() => {}))
  const call = never.call('http://partner.example/', { ...CALL, timeoutMs: 60_000, cancellation })
  setTimeout(() => cancellation.cancel(), 20)
  await expect(call).rejects.toThrow(RequestCanceled)
  await expect(never.call('http://partner.example/', { ...CALL, cancellation })).rejects.toThrow(
    RequestCanceled,
  )
})
