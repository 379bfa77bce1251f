import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createHarness } from '../harness.ts'

const { admin } = await createHarness()
const file = await readFile('deploy/prometheus/alerts.yaml', 'utf8')
const rules = file.split(/^ +- alert: /m).slice(1)

test('every metric that an alert names is exported', async () => {
  await admin('GET', '/admin/partners')
  const exported: string = (await admin('GET', '/metrics')).body
  const named = [...new Set(file.match(/\bcounterfoil_\w+/g))]
  expect(named.length).toBeGreaterThan(5)
  // A metric without a value is named all the same: the figures of a replica, for example.
  const missing = named.filter(
    (name) => !new RegExp(`^# TYPE ${name.replace(/_(count|bucket)$/, '')} `, 'm').test(exported),
  )
  expect(missing).toEqual([])
})

test('the labels of an alert are exported, and its route is one of the contract', async () => {
  const exported: string = (await admin('GET', '/metrics')).body
  const { paths } = JSON.parse(await readFile('openapi.json', 'utf8'))
  for (const [, label] of file.matchAll(/[{,] ?(method|status|route)=/g)) {
    expect(exported).toContain(`${label}="`)
  }
  for (const [, route = ''] of file.matchAll(/route="([^"]+)"/g)) {
    expect(Object.keys(paths)).toContain(route)
  }
})

test('every alert has a severity, a summary and a runbook line that leads to a heading of the handbook', async () => {
  const handbook = await readFile('docs/operations.md', 'utf8')
  const anchors = [...handbook.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    return heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-')
  })
  for (const rule of rules) {
    expect(rule).toMatch(/^ +labels: \{ severity: (page|ticket) \}$/m)
    expect(rule).toMatch(/^ +summary: "/m)
    const [, anchor] = /^ +runbook: ".+docs\/operations\.md#([\w-]+)"$/m.exec(rule) ?? []
    expect(anchors, rule).toContain(anchor)
  }
})

test('the budget, the requests and the duration of each objective are those of the service levels', async () => {
  const levels = await readFile('docs/service-levels.md', 'utf8')
  const budgets = [...file.matchAll(/expr: vector\(([\d.]+)\)\n +labels: \{ objective: (\w+) \}/g)]
  const objectives = [...levels.matchAll(/^\| (\w+), (available|fast|on time) +\| .*?([\d.]+) %/gm)]
  expect(Object.fromEntries(budgets.map(([, budget, name]) => [name, Number(budget)]))).toEqual(
    Object.fromEntries(
      objectives.map(([, what = '', how = '', percent]) => [
        `${what.toLowerCase()}_${how.replace(' ', '_')}`,
        Number((1 - Number(percent) / 100).toFixed(6)),
      ]),
    ),
  )
  expect(budgets).toHaveLength(5)
  for (const [selector] of file.matchAll(/method="\w+", route=~?"[^"]+"(, le="[\d.]+")?/g)) {
    expect(levels).toContain(selector)
  }
})
