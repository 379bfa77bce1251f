import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { spawnNode, until, untilUp } from '../support/process.ts'
import { run, startCommand } from './command.ts'

const root = await temporaryFolder('cli')
afterAll(() => rm(root, { recursive: true, force: true }))

const env = { DATA_DIR: join(root, 'data') }
const PREVIOUS_URL = 'https://api.acme.example/hooks'
const ACME = {
  '--slug': 'acme-pay',
  '--name': 'Acme',
  '--display-name': 'Acme',
  '--logo-path': 'https://acme.example/logo.png',
  '--jwt-issuer': 'https://id.acme.example',
  '--jwks-url': 'https://id.acme.example/keys',
  '--webhook-url': PREVIOUS_URL,
}

async function webhookUrl(): Promise<string> {
  return (await run(env, ['partner', 'show', 'acme-pay', '--json'])).json.webhookUrl
}

test('exit code 1: the service is not running', { timeout: 90_000 }, async () => {
  expect((await run(env, ['partner', 'create', ...Object.entries(ACME).flat()])).code).toBe(0)
  const { code, stderr } = await run(env, ['listen', '--port', '0'])
  expect([code, stderr]).toEqual([1, 'counterfoil: the service is not running: start it first\n'])
  expect(await webhookUrl()).toBe(PREVIOUS_URL)
})

test('exit code 1: no database in DATA_DIR, and none is created', async () => {
  const DATA_DIR = join(root, 'elsewhere')
  const { code, stderr } = await run({ DATA_DIR }, ['listen', '--port', '0'])
  expect([code, stderr]).toEqual([1, 'counterfoil: the service is not running: start it first\n'])
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('listen restores the previous webhook URL even if the service was stopped first', {
  timeout: 90_000,
}, async () => {
  const service = spawnNode({ ...env, PORT: '0' })
  onTestFinished(async () => {
    service.child.kill('SIGTERM')
    await service.exited
  })
  await untilUp(service)
  const listening = startCommand(env, ['listen', '--port', '0'])
  onTestFinished(async () => {
    listening.child.kill('SIGKILL')
    await listening.done
  })
  await until(() => listening.stderr().includes('listening at'))
  expect(await webhookUrl()).toContain('http://127.0.0.1:')
  const sample = await run(env, ['trigger', 'VOUCHER_PUBLISHED'])
  expect([sample.code, sample.stdout]).toEqual([0, expect.stringContaining('answered 200')])
  await until(() => /VOUCHER_PUBLISHED .* verified ✓/.test(listening.stdout()))
  service.child.kill('SIGTERM')
  expect(await service.exited).toBe(0)
  listening.child.kill('SIGINT')
  const { code, stderr } = await listening.done
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(`restored the webhook URL of acme-pay: ${PREVIOUS_URL}`),
  ])
  expect(await webhookUrl()).toBe(PREVIOUS_URL)
})
