import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/platform/config.ts'

const UNIT = 'deploy/systemd/counterfoil.service'
const unit = await readFile(UNIT, 'utf8')
const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

test('the unit starts a script that exists, as a user that is not root', () => {
  const [, script = ''] = /^ExecStart=\/opt\/counterfoil\/node_modules\/\.bin\/node (\S+)$/m.exec(unit) ?? []
  expect(existsSync(script)).toBe(true)
  expect(unit).toMatch(/^User=counterfoil$/m)
})

test('systemd restarts the service without a limit, except after a wrong setting', () => {
  expect(unit).toMatch(/^Restart=on-failure$/m)
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(unit).toMatch(/^RestartPreventExitStatus=78$/m)
})

test('systemd waits for the drain and 40 more seconds before it kills the service', () => {
  const env = { DATABASE_URL: 'postgres://db/x', SECRETS_KEY: Buffer.alloc(32).toString('base64') }
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(40 + loadConfig(env).drainSeconds)
})

test.skipIf(!hasAnalyze)('systemd knows every directive of the unit', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' })
  // The program is not installed here. Every other message is a mistake in the unit.
  expect(stderr.split('\n').filter((line) => line !== '' && !/is not executable/.test(line))).toEqual([])
})

test.skipIf(!hasAnalyze)('systemd-analyze security rates the exposure at most 2.0', () => {
  const args = ['security', '--offline=true', '--threshold=20', UNIT]
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  expect(status, stdout).toBe(0)
})
