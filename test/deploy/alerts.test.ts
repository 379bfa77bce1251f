import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'

const { admin } = await createHarness()
const file = await readFile('deploy/prometheus/alerts.yaml', 'utf8')
const rules = file.split(/^ +- alert: /m).slice(1)

/** A metric without a value is still exported by its name, for example the lag of a missing replica. */
async function notExported(names: string[]): Promise<string[]> {
  const exported: string = (await admin('GET', '/metrics')).body
  return names.filter((name) => {
    return !new RegExp(`^# TYPE ${name.replace(/_(count|bucket)$/, '')} `, 'm').test(exported)
  })
}

test('every metric that an alert names is exported', async () => {
  const named = [...new Set(file.match(/\bcounterfoil_\w+/g))]
  expect(named.length).toBeGreaterThan(5)
  expect(await notExported(named)).toEqual([])
})

test('the labels of an alert are exported, and its route is one of the contract', async () => {
  await admin('GET', '/admin/partners')
  const exported: string = (await admin('GET', '/metrics')).body
  const { paths } = JSON.parse(await readFile('openapi.json', 'utf8'))
  for (const [, label] of file.matchAll(/[{,] ?(method|status|route)=/g)) {
    expect(exported).toContain(`${label}="`)
  }
  for (const [, route = ''] of file.matchAll(/route="([^"]+)"/g)) {
    expect(Object.keys(paths)).toContain(route)
  }
})

test('every alert has a severity, a summary, and its own runbook, which queries its metrics', async () => {
  const recorded = /\bcounterfoil[:_][\w:]+|\bup\b/g
  for (const rule of rules) {
    const [name = ''] = rule.split('\n', 1)
    expect(rule).toMatch(/^ +labels: \{ severity: (page|ticket) \}$/m)
    expect(rule).toMatch(/^ +summary: "/m)
    expect(rule).toContain(`runbook: docs/runbooks/${name}.md\n`)
    const page = await readFile(`docs/runbooks/${name}.md`, 'utf8')
    expect(page.match(/^#+ .+$/gm)).toEqual([
      `# ${name}`,
      ...['## What users notice', '## How to confirm', '## What to do', '## How to know that it is over'],
    ])
    const shown = new Set(page.match(recorded))
    expect(
      [...new Set(rule.match(recorded))].some((metric) => shown.has(metric)),
      name,
    ).toBe(true)
  }
})

test('every runbook belongs to an alert, and names only metrics that are exported', async () => {
  const pages = globSync('docs/runbooks/*.md')
  expect(pages.map((path) => basename(path, '.md')).sort()).toEqual(
    rules.map((rule) => rule.split('\n', 1)[0]).sort(),
  )
  const text = (await Promise.all(pages.map((path) => readFile(path, 'utf8')))).join()
  expect(await notExported([...new Set(text.match(/\bcounterfoil_\w+/g))])).toEqual([])
  const recorded = new Set(text.match(/\bcounterfoil:[\w:]+/g))
  expect([...recorded].filter((name) => !file.includes(`record: ${name}\n`))).toEqual([])
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
