import { execFile, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
/** Go collects garbage when the heap has grown fivefold, not twofold: a sixth of the CPU time. */
const env = { ...process.env, GOGC: '400' }
const files = globSync('deploy/prometheus/tests/*.yaml').sort()
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool)
  process.stderr.write(
    'Skipped: the outages of the alert rules. promtool is not installed (package prometheus).\n',
  )

test('every alert has an outage that makes it fire', () => {
  const rules = readFileSync('deploy/prometheus/alerts.yaml', 'utf8')
  const outages = files.map((file) => readFileSync(file, 'utf8')).join()
  const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(10)
  expect(alerts.filter((name) => !outages.includes(`alertname="${name}"`))).toEqual([])
})

test.skipIf(!hasPromtool).each(files)(
  '%s: each outage fires its alert in time, and the alert resolves',
  async (file) => {
    const { stdout } = await run('promtool', ['test', 'rules', file], { env })
    expect(stdout).toContain('SUCCESS')
  },
  120_000,
)
