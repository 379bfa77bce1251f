import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: the compiler checks manifests against their types below.
  spec: any
}

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
if (!hasKubectl) process.stderr.write('Skipped: building the overlay. kubectl is not installed.\n')

const manifestsIn = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS())
const filesIn = (folder: string) =>
  globSync(`${folder}/*.yaml`).filter((path) => !path.endsWith('kustomization.yaml'))
const read = (path: string) => readFileSync(path, 'utf8')
const manifests = [...filesIn('deploy/kubernetes'), ...filesIn('deploy/kubernetes-complete')].flatMap(
  (path) => manifestsIn(read(path)),
)
const find = (kind: string, name: string, among = manifests) =>
  among.find((one) => one.kind === kind && one.metadata.name === name) as Manifest

/** `networking.k8s.io/v1` is described in `kubernetes-types/networking/v1`, `v1` in `kubernetes-types/core/v1`. */
function typeOf({ apiVersion, kind }: Manifest): string {
  if (kind === 'ServiceMonitor') return `import('${resolve('test/deploy/service-monitor.ts')}').${kind}`
  const [version = '', group = 'core'] = apiVersion.split('/').reverse()
  return `import('kubernetes-types/${group.replace(/\..*/, '')}/${version}').${kind}`
}

/** The types are generated from the schemas of Kubernetes. The compiler refuses a field that a literal has beyond its type. */
function faultsIn(checked: Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-manifests-'))
  try {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const lines = checked.map((one, n) => `const m${n}: ${typeOf(one)} = ${JSON.stringify(one)}`)
    writeFileSync(join(folder, 'manifests.ts'), `${lines.join('\n')}\nexport {}\n`)
    const options = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'nodenext']
    const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), [...options, 'manifests.ts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('every manifest fits the schema of its kind', () => {
  expect(manifests.map(({ kind }) => kind).sort()).toEqual([
    ...['Deployment', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Job', 'NetworkPolicy'],
    ...['PersistentVolumeClaim', 'PodDisruptionBudget', 'PodDisruptionBudget', 'Service', 'Service'],
    'ServiceMonitor',
  ])
  expect(faultsIn(manifests)).toBe('')
})

test('a misspelled field, a missing one and a wrong type do not fit', () => {
  const autoscaler = find('HorizontalPodAutoscaler', 'counterfoil-api')
  const { maxReplicas, ...spec } = autoscaler.spec
  const faults = faultsIn([
    { ...autoscaler, spec: { ...autoscaler.spec, minReplica: 2 } },
    { ...autoscaler, spec },
    { ...autoscaler, spec: { ...spec, maxReplicas: `${maxReplicas}` } },
  ])
  expect(faults.match(/^manifests\.ts\(\d+/gm)).toEqual([
    'manifests.ts(1',
    'manifests.ts(2',
    'manifests.ts(3',
  ])
})

test('the autoscaler, the ingress and the monitor name what exists', () => {
  const { scaleTargetRef } = find('HorizontalPodAutoscaler', 'counterfoil-api').spec
  expect(find(scaleTargetRef.kind, scaleTargetRef.name).apiVersion).toBe(scaleTargetRef.apiVersion)

  const { rules, tls } = find('Ingress', 'counterfoil').spec
  const { service } = rules[0].http.paths[0].backend
  const ports = find('Service', service.name).spec.ports
  expect(ports.map(({ name }: { name: string }) => name)).toContain(service.port.name)
  expect(read('deploy/kubernetes/kustomization.yaml')).toContain(`PUBLIC_URL=https://${rules[0].host}\n`)
  expect(tls[0].hosts).toEqual([rules[0].host])

  const { selector, endpoints, jobLabel } = find('ServiceMonitor', 'counterfoil').spec
  const scraped = find('Service', 'counterfoil-metrics')
  expect(scraped.metadata.labels).toEqual(selector.matchLabels)
  expect(scraped.metadata.labels?.[jobLabel]).toBe('counterfoil')
  expect(scraped.spec.ports[0].name).toBe(endpoints[0].port)
  for (const name of ['counterfoil-api', 'counterfoil-worker']) {
    const { labels } = find('Deployment', name).spec.template.metadata
    expect(labels).toMatchObject(scraped.spec.selector)
  }
})

test('the overlay lists every manifest of its folder', () => {
  const { resources } = parse(read('deploy/kubernetes-complete/kustomization.yaml')) as {
    resources: string[]
  }
  const files = filesIn('deploy/kubernetes-complete').map((path) => path.split('/').at(-1))
  expect(resources).toEqual(['../kubernetes', ...files.sort()])
})

test.skipIf(!hasKubectl)(
  'kubectl builds base and overlay; the overlay leaves the number of API pods to the autoscaler',
  () => {
    const build = (folder: string) =>
      manifestsIn(execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' }))
    const [base, overlay] = [build('deploy/kubernetes'), build('deploy/kubernetes-complete')]
    expect(faultsIn([...base, ...overlay])).toBe('')
    expect(find('Deployment', 'counterfoil-api', base).spec.replicas).toBe(2)
    expect(find('Deployment', 'counterfoil-api', overlay).spec).not.toHaveProperty('replicas')
    expect(find('Deployment', 'counterfoil-worker', overlay).spec.replicas).toBe(2)
    expect(find('Ingress', 'counterfoil', overlay).metadata.labels).toEqual({
      'app.kubernetes.io/name': 'counterfoil',
    })
  },
)
