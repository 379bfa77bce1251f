import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

type Route = { receiver: string; matchers?: string[]; group_wait: string; routes?: Route[] }
type Inhibition = { source_matchers: string[]; target_matchers: string[]; equal?: string[] }
type Rule = { alert?: string; labels?: { severity?: string } }

const FILE = 'deploy/prometheus/alertmanager.yaml'
const config = parse(readFileSync(FILE, 'utf8')) as {
  route: Route
  receivers: { name: string }[]
  inhibit_rules: Inhibition[]
}
const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
  groups: { rules: Rule[] }[]
}
const severities = new Map(
  groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, labels }) => (alert ? [[alert, labels?.severity] as const] : [])),
  ),
)

/** The alerts that matchers name: `alertname="A"` or `alertname=~"A|B"`. */
function namesIn(matchers: string[]): string[] {
  const [, names = ''] = matchers.join().match(/^alertname=~?"([\w|]+)"$/) ?? []
  return names.split('|')
}

const silenced = config.inhibit_rules.flatMap(({ source_matchers, target_matchers }) =>
  namesIn(source_matchers).flatMap((by) => namesIn(target_matchers).map((target) => ({ by, target }))),
)

test('every alert that Alertmanager names is a rule, and each cause is a page', () => {
  expect(silenced.length).toBeGreaterThan(10)
  for (const { by, target } of silenced) {
    expect([by, severities.get(by)]).toEqual([by, 'page'])
    expect([...severities.keys()]).toContain(target)
  }
})

test('no alert is silenced by its own consequence: one page of every outage remains', () => {
  const causesOf = (name: string) => silenced.filter(({ target }) => target === name).map(({ by }) => by)
  const isAmongCauses = (name: string, of: string, seen = new Set<string>()): boolean =>
    causesOf(of).some((cause) => {
      if (cause === name) return true
      if (seen.has(cause)) return false
      return isAmongCauses(name, cause, seen.add(cause))
    })
  expect([...severities.keys()].filter((name) => isAmongCauses(name, name))).toEqual([])
})

test('every receiver that a route names exists', () => {
  const routes = [config.route, ...(config.route.routes ?? [])]
  expect(routes.map(({ receiver }) => receiver).sort()).toEqual(
    config.receivers.map(({ name }) => name).sort(),
  )
})

const hasAmtool = spawnSync('amtool', ['--version']).status === 0
if (!hasAmtool)
  process.stderr.write('alertmanager.yaml is not checked by amtool: install prometheus-alertmanager.\n')

test.skipIf(!hasAmtool)(
  'amtool accepts the file, and sends pages to the pager and all else to tickets',
  () => {
    const amtool = (...args: string[]) => execFileSync('amtool', args, { encoding: 'utf8' }).trim()
    expect(amtool('check-config', FILE)).toContain('SUCCESS')
    for (const [severity, receiver] of [
      ['page', 'pager'],
      ['ticket', 'tickets'],
    ])
      expect(amtool('config', 'routes', 'test', `--config.file=${FILE}`, `severity=${severity}`)).toBe(
        receiver,
      )
  },
)
