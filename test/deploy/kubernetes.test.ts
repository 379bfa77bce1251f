import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadConfig, warningsAbout } from '../../src/platform/config.ts'

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
