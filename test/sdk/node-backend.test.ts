import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { startDelivering } from '../webhooks/delivery-scene.ts'
import { walkThroughExample } from './example-backend.ts'
import { installSdk } from './installed-sdk.ts'

test('examples/node-backend, with the built package: user, token, JWKS, webhook and catching up work', async () => {
  const folder = await installSdk()
  const harness = await startDelivering({}, { allowPrivateTargets: true })
  await copyFile('examples/node-backend/backend.mjs', join(folder, 'backend.mjs'))
  await walkThroughExample(harness, { command: [process.execPath, 'backend.mjs'], cwd: folder })
})
