import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort, until } from '../process.ts'
import { onboard } from '../signing.ts'
import { emitEvents, startDelivering } from '../webhooks/delivery-scene.ts'
import { installSdk } from './installed-sdk.ts'
import { listen } from './sdk-scene.ts'

test('examples/node-backend, with the built package: user, token, JWKS and webhook work with the service', async () => {
  const folder = await installSdk()
  const harness = await startDelivering({}, { allowPrivateTargets: true })
  const port = await freePort()
  const backend = `http://127.0.0.1:${port}`
  const partner = await onboard(harness.admin, {
    jwksUrl: `${backend}/jwks.json`,
    publicKey: null,
    webhookUrl: `${backend}/hooks`,
  })
  await copyFile('examples/node-backend/backend.mjs', join(folder, 'backend.mjs'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const env = {
    PATH: process.env.PATH,
    COUNTERFOIL_URL: await listen(harness),
    SLUG: partner.slug,
    SECRETS: partner.secret,
    ISSUER: partner.jwtIssuer,
    PRIVATE_KEY: join(folder, 'key.pem'),
    PORT: String(port),
  }
  const child = spawn(process.execPath, [join(folder, 'backend.mjs')], { env })
  afterAll(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  await until(() =>
    fetch(`${backend}/jwks.json`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )

  const link = await (await fetch(`${backend}/vouchers`, { headers: { 'x-user': 'user-42' } })).text()
  const token = link.split('#token=')[1]
  const [user] = await harness.db`select id from users where external_user_id = 'user-42'`
  expect(await harness.as(token)('GET', '/me'), output).toMatchObject({ status: 200, body: { id: user?.id } })

  const [event] = await emitEvents(harness, partner.id)
  await until(() => output.includes('user-42 claimed Tea for two'))
  await until(async () => {
    const [delivery] = await harness.db`select state from deliveries where event_id = ${event?.id ?? ''}`
    return delivery?.state === 'DELIVERED'
  })
})

test('the example stays short: the integration written by hand had 188 lines', async () => {
  const lines = (await readFile('examples/node-backend/backend.mjs', 'utf8')).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(45)
})
