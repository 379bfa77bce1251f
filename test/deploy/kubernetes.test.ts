import { globSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../src/platform/config.ts'
import { warningsAbout } from '../../src/platform/config-warnings.ts'

const files = globSync('deploy/kubernetes/*.yaml').filter((path) => !path.endsWith('kustomization.yaml'))
const manifests = files.flatMap((path) => readFileSync(path, 'utf8').split(/^---$/m))
const pods = manifests.filter((text) => /^kind: (Deployment|Job)$/m.test(text))

test('kustomization.yaml lists every manifest', () => {
  const kustomization = readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')
  const listed = [...kustomization.matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(
    ([, name]) => `deploy/kubernetes/${name}`,
  )
  expect(listed.sort()).toEqual(files.sort())
})

test('every pod runs without root, with a read-only root file system, without capabilities and with a memory limit', () => {
  expect(pods).toHaveLength(3)
  for (const pod of pods) {
    for (const line of [
      'runAsNonRoot: true',
      'runAsUser: 10001',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'capabilities: { drop: [ALL] }',
      'automountServiceAccountToken: false',
    ]) {
      expect(pod).toContain(line)
    }
    expect(pod).toMatch(/limits: \{ memory: \d+Mi \}/)
  }
})

test('the user of the pods is the user of the image', () => {
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^USER 10001:10001$/m)
})

test('a pod is killed only after DRAIN_SECONDS and the 40 seconds that requests in flight may take', () => {
  const drain = readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8').match(/DRAIN_SECONDS=(\d+)/)?.[1]
  const graces = pods.flatMap((pod) => pod.match(/terminationGracePeriodSeconds: (\d+)/)?.[1] ?? [])
  expect(graces.map(Number)).toEqual([40 + Number(drain), 40])
})

test('TRUSTED_PROXIES is a placeholder: a start with it trusts nobody and says what to set', () => {
  const kustomization = readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')
  const [, value = ''] = kustomization.match(/^ +- TRUSTED_PROXIES=(\S+)$/m) ?? []
  const config = loadConfig({ TRUSTED_PROXIES: value })
  expect(config.trustedProxies).toEqual([])
  expect(warningsAbout(config)).toEqual([
    expect.stringMatching(/^TRUSTED_PROXIES is still a placeholder.* 10\.244\.0\.0\/16$/),
  ])
  expect(warningsAbout(loadConfig({ TRUSTED_PROXIES: '10.244.0.0/16' }))).toEqual([])
})

type Rule = {
  ports: { port: number; protocol: string }[]
  to?: { ipBlock: { cidr: string; except?: string[] } }[]
}
const { spec: policy } = parse(readFileSync('deploy/kubernetes/network-policy.yaml', 'utf8')) as {
  spec: { egress: Rule[] }
}

/** Whether a pod may open a TCP connection to this address and port. */
function isOpen(address: string, port: number): boolean {
  const contains = (network: string) => {
    const [start = '', bits] = network.split('/')
    const list = new BlockList()
    list.addSubnet(start, Number(bits))
    return list.check(address)
  }
  return policy.egress.some(
    ({ ports, to }) =>
      ports.some((one) => one.port === port && one.protocol === 'TCP') &&
      (to === undefined ||
        to.some(({ ipBlock: { cidr, except = [] } }) => contains(cidr) && !except.some(contains))),
  )
}

test('the network policy lets https and mail out to public addresses', () => {
  for (const address of ['9.255.255.255', '100.63.255.255', '100.128.0.1', '172.32.0.1', '203.0.113.9'])
    for (const port of [443, 25, 465, 587])
      expect([address, port, isOpen(address, port)]).toEqual([address, port, true])
  for (const port of [80, 5432, 4318]) expect([port, isOpen('203.0.113.9', port)]).toEqual([port, false])
})

test('https is closed to private networks, all of them', () => {
  for (const address of [
    ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
    ...['100.64.0.1', '100.100.100.200', '100.127.255.255', '169.254.169.254'],
  ]) {
    expect([address, isOpen(address, 443)]).toEqual([address, false])
  }
  // Without a rule for IPv6, all of it is closed: fc00::/7 and fe80::/10, too.
  const networks = policy.egress.flatMap(({ to = [] }) => to.map(({ ipBlock }) => ipBlock.cidr))
  expect(networks).toEqual(['0.0.0.0/0', '10.0.0.0/8', '192.0.2.1/32'])
})

test('the database, a mail server and a collector of traces are open in the private network', () => {
  for (const port of [5432, 6432, 25, 465, 587, 4317, 4318]) {
    expect([port, isOpen('10.1.2.3', port), isOpen('192.168.1.1', port)]).toEqual([port, true, false])
  }
})

test('a private bucket or issuer has a rule with a placeholder, an address that is reserved for documentation', () => {
  const { ports, to } = policy.egress.at(-1) as Rule
  expect(ports.map(({ port }) => port)).toEqual([443, 8443, 9000])
  expect(to).toEqual([{ ipBlock: { cidr: '192.0.2.1/32' } }])
})
