import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { startDelivering } from '../webhooks/delivery-scene.ts'
import { walkThroughExample } from './example-backend.ts'
import { installSdk } from './installed-sdk.ts'

const INSTALL_MS = 120_000
const harness = await startDelivering({}, { allowPrivateTargets: true })
const sdk = await installSdk()
const folder = await temporaryFolder('frameworks')
afterAll(() => rm(folder, { recursive: true, force: true }))

/** False, with a line that says so, if the packages cannot be had: there is no network, or no such toolchain. */
async function canInstall(example: string, [program = '', ...args]: string[]): Promise<boolean> {
  const env = { ...process.env, npm_config_update_notifier: 'false' }
  return promisify(execFile)(program, args, { timeout: INSTALL_MS, env }).then(
    () => true,
    () => {
      process.stderr.write(`${example} is skipped: its packages could not be installed.\n`)
      return false
    },
  )
}

const packages = join(folder, 'python')
const [hasExpress, hasFastApi] = await Promise.all([
  canInstall('examples/express-backend', [
    ...[
      'npm',
      'install',
      '--prefix',
      folder,
      '--prefer-offline',
      '--fetch-retries=1',
      '--no-audit',
      '--no-fund',
    ],
    'express@5',
  ]),
  canInstall('examples/fastapi-backend', [
    ...[
      'python3',
      '-m',
      'pip',
      'install',
      '--quiet',
      '--retries',
      '1',
      '--timeout',
      '5',
      '--target',
      packages,
    ],
    ...['fastapi', 'uvicorn', 'cryptography'],
  ]),
])

test.skipIf(!hasExpress)(
  'examples/express-backend: user, token, JWKS, webhook and catching up work',
  async () => {
    await cp(join(sdk, 'node_modules'), join(folder, 'node_modules'), { recursive: true })
    await cp('examples/express-backend/backend.mjs', join(folder, 'backend.mjs'))
    await walkThroughExample(harness, { command: [process.execPath, 'backend.mjs'], cwd: folder })
  },
)

test.skipIf(!hasFastApi)(
  'examples/fastapi-backend: user, token, JWKS, webhook and catching up work',
  async () => {
    const env = { PYTHONPATH: `${resolve('sdk/python')}:${packages}`, PYTHONDONTWRITEBYTECODE: '1' }
    const command = ['python3', resolve('examples/fastapi-backend/backend.py')]
    await walkThroughExample(harness, { command, cwd: folder, env })
  },
)
