import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { createHarness } from '../support/harness.ts'

const { admin, deps } = await createHarness()
type Panel = { id: number; title: string; targets: { expr: string }[] }
type Dashboard = { uid: string; title: string; panels: Panel[] }

const dashboards: Dashboard[] = await Promise.all(
  globSync('deploy/grafana/*.json').map(async (path) => JSON.parse(await readFile(path, 'utf8'))),
)
const levels = await readFile('docs/service-levels.md', 'utf8')
const queries = [
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
  ...[...levels.matchAll(/```promql\n(.+?)```/gs)].map(([, query = '']) => query),
]

test('every metric that a dashboard or an objective names is exported', async () => {
  await admin('GET', '/admin/partners')
  // Some metrics are exported only during a key rotation.
  Object.assign(deps.vault, { previousFingerprint: createVault(Buffer.alloc(32)).fingerprint })
  const exported: string = (await admin('GET', '/metrics')).body
  const named = new Set(queries.flatMap((query) => query.match(/\bcounterfoil_\w+/g) ?? []))
  expect(named.size).toBeGreaterThan(12)
  expect([...named].filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(exported))).toEqual([])
})

test('every recorded series that a dashboard shows is in the rules', async () => {
  const rules = await readFile('deploy/prometheus/alerts.yaml', 'utf8')
  const named = new Set(queries.flatMap((query) => query.match(/\bcounterfoil:[\w:]+/g) ?? []))
  expect(named.size).toBeGreaterThan(5)
  expect([...named].filter((name) => !rules.includes(`record: ${name}\n`))).toEqual([])
})

test('every route that a query names is one of the contract', async () => {
  const { paths } = JSON.parse(await readFile('openapi.json', 'utf8'))
  for (const [, route = ''] of queries.join('\n').matchAll(/route="([^"]+)"/g)) {
    expect(Object.keys(paths)).toContain(route)
  }
})

test('each dashboard has its own id, and each of its panels a title', () => {
  expect(dashboards.map(({ title }) => title).sort()).toEqual(
    ['business', 'database', 'is it healthy?', 'redemption engine', 'traffic', 'webhooks'].map(
      (name) => `Counterfoil: ${name}`,
    ),
  )
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length)
  for (const { panels } of dashboards) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(panels.every(({ title }) => title.length > 0)).toBe(true)
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)('promtool reads every query', async () => {
  const rules = queries.map((expr, i) => ({ record: `checked:query_${i}`, expr }))
  const folder = await temporaryFolder('queries')
  const file = join(folder, 'rules.json')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
  const output = execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
  expect(output).toContain(`${queries.length} rules found`)
  await rm(folder, { recursive: true })
})
