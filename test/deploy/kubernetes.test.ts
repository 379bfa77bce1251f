import { globSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
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

test('the network policy lets https out to public addresses only', () => {
  const policy = readFileSync('deploy/kubernetes/network-policy.yaml', 'utf8').replaceAll(/^#.*$/gm, '')
  const closed = new BlockList()
  for (const network of policy.match(/except: \[(.*)\]/)?.[1]?.split(', ') ?? []) {
    const [address = '', bits] = network.split('/')
    closed.addSubnet(address, Number(bits))
  }
  for (const address of [
    ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
    ...['100.64.0.1', '100.100.100.200', '100.127.255.255', '169.254.169.254'],
  ]) {
    expect([address, closed.check(address)]).toEqual([address, true])
  }
  for (const address of ['9.255.255.255', '100.63.255.255', '100.128.0.1', '172.32.0.1', '203.0.113.9'])
    expect([address, closed.check(address)]).toEqual([address, false])
  // Without a rule for IPv6, all of it is closed: fc00::/7 and fe80::/10, too.
  expect([...policy.matchAll(/cidr: (\S+)/g)].map(([, network]) => network)).toEqual([
    '10.0.0.0/8',
    '0.0.0.0/0',
  ])
})
