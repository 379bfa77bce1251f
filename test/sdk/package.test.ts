import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { emitEvents, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'
import { listen } from './sdk-scene.ts'

const run = promisify(execFile)
const folder = await temporaryFolder('package')
afterAll(() => rm(folder, { recursive: true, force: true }))

const readme = await readFile('sdk/README.md', 'utf8')
const blocksOf = (language: string) =>
  [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, of]) => of === language)
    .map(([, , code = '']) => code)

/** The package as it is published, and installed in a fresh folder by the commands of the README. */
const [pack = '', install = ''] = blocksOf('sh').map((code) => code.replaceAll('/tmp', folder))
await run('bash', ['-ec', pack])
await run('bash', ['-ec', install], { cwd: folder, env: { ...process.env, npm_config_offline: 'true' } })
const tarball = join(folder, 'counterfoil-partner-1.0.0.tgz')

test('the package has its code, declarations, README and nothing else', async () => {
  const { stdout } = await run('tar', ['-tzf', tarball])
  const paths = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))
  expect(paths).toEqual(
    expect.arrayContaining(['README.md', 'package.json', 'dist/partner.js', 'dist/partner.d.ts']),
  )
  expect(
    paths.filter((path) => !/^(README\.md|package\.json|dist\/[\w-]+(\.d\.ts|\.js))$/.test(path)),
  ).toEqual([])
})

test('publint finds nothing', async () => {
  const { stdout } = await run('node_modules/.bin/publint', ['run', tarball, '--strict'])
  expect(stdout).toContain('All good!')
})

test('attw finds nothing: the types resolve for every consumer of ES modules', async () => {
  const { stdout } = await run('node_modules/.bin/attw', [
    tarball,
    '--profile',
    'esm-only',
    '--format',
    'json',
  ])
  expect(JSON.parse(stdout)).toMatchObject({ problems: {} })
})

test('unused parts are left out of a bundle, and no module of Node is needed', async () => {
  const { build } = await import('vite')
  await writeFile(join(folder, 'small.js'), "export { plainTitle } from '@counterfoil/partner'\n")
  const bundle = await build({
    ...{ root: folder, logLevel: 'silent', configFile: false },
    build: { write: false, minify: false, lib: { entry: join(folder, 'small.js'), formats: ['es'] } },
  })
  const [output] = [bundle].flat() as { output: { code: string }[] }[]
  const code = output?.output[0]?.code ?? ''
  expect(code).toContain('plainTitle')
  expect(code).not.toMatch(/x-signature|crypto\.subtle|class |node:/)
})

test('every block of the README runs, from the published package', async () => {
  const harness = await startDelivering({}, { allowPrivateTargets: true })
  const { partner } = await onboardWithReceiver(harness)
  await emitEvents(harness, partner.id, 2)
  await untilFeedIsComplete(harness.db)
  const access = { name: 'Backend', role: 'partner', partnerId: partner.id }
  const twin = (await harness.admin('POST', `/admin/partners/${partner.id}/sandbox`)).body
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const env = {
    ...{ PATH: process.env.PATH, COUNTERFOIL_URL: await listen(harness), ISSUER: partner.jwtIssuer },
    ...{ SLUG: partner.slug, SECRET: partner.secret, PRIVATE_KEY: join(folder, 'key.pem') },
    ...{ TEST_SLUG: twin.slug, TEST_SECRET: twin.secret },
    API_KEY: (await harness.admin('POST', '/admin/keys', access)).body.key,
  }
  const outputs: string[] = []
  for (const [i, code] of blocksOf('js').entries()) {
    const file = join(folder, `block-${i}.mjs`)
    await writeFile(file, code)
    const { stdout, stderr } = await run(process.execPath, [file], { env })
    expect(stderr).toBe('')
    outputs.push(stdout)
  }
  const [users, minted, received, feed, sandbox, support, errors] = outputs
  expect(users).toContain('created: true')
  expect(minted).toMatch(/#token=ey.*\n.*keys/s)
  expect(received).toBe('user-42 claimed Free kopi with any toast set\n200\n')
  expect(feed).toContain('2 events')
  expect(sandbox).toMatch(/^counterfoil-test:\S+ \d+ \d{4}-\d\d \d{4}-\d\d\n$/)
  expect(support).toMatch(/\b200\nOK\n$/)
  expect(errors).toContain('validation_failed 400')
})
