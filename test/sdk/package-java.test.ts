import { execFile, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { blocksOf } from '../docs/code-blocks.ts'
import { emitEvents, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'
import { listen } from './sdk-scene.ts'

const run = promisify(execFile)
const isInstalled = spawnSync('javadoc', ['--version']).status === 0
if (!isInstalled)
  process.stderr.write('The package of the Java SDK is skipped: "javadoc" does not run here.\n')

const hasMaven = spawnSync('mvn', ['--version']).status === 0

const folder = await temporaryFolder('package-java')
afterAll(() => rm(folder, { recursive: true, force: true }))
const built = join(folder, 'built')
const jar = join(built, 'counterfoil-1.0.0.jar')
const README = blocksOf('sdk/java/README.md')
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

describe.skipIf(!isInstalled)('the package of the Java SDK', () => {
  beforeAll(async () => {
    // A copy, so that nothing of this checkout is needed.
    await cp('sdk/java', join(folder, 'sdk/java'), { recursive: true })
    const install = README.filter(({ language }) => language === 'sh').map(({ code }) => code)
    expect(install).toHaveLength(1)
    const command = (install[0] ?? '').replace('/tmp/counterfoil-java', built)
    await run('sh', ['-ec', command], { cwd: folder }).catch((error) => {
      throw new Error(`${error.stdout}${error.stderr}`)
    })
  }, 120_000)

  test('it has classes, sources and Javadoc of every public class, without warnings', async () => {
    const entries = async (kind: string) =>
      (await run('jar', ['--list', '--file', jar.replace('.jar', `${kind}.jar`)])).stdout.split('\n')
    const classes = (await entries('')).filter((name) => /^counterfoil\/(model\/)?\w+\.class$/.test(name))
    expect(classes.length).toBeGreaterThan(60)
    const sources = classes.map((name) => name.replace('.class', '.java'))
    expect(await entries('-sources')).toEqual(expect.arrayContaining(sources))
    const isPublic = (path: string) =>
      /^public /m.test(readFileSync(join(folder, 'sdk/java/src', path), 'utf8'))
    const pages = sources.filter(isPublic).map((name) => name.replace('.java', '.html'))
    expect(await entries('-javadoc')).toEqual(expect.arrayContaining(pages))
  })

  test.skipIf(!hasMaven)('Maven accepts pom.xml', async () => {
    const repository = `-Dmaven.repo.local=${join(folder, 'repository')}`
    await run('mvn', ['--offline', '--quiet', repository, '-f', join(folder, 'sdk/java/pom.xml'), 'validate'])
  })

  test('CHANGELOG.md has an entry for the version', () => {
    const [, version] = /^ {2}<version>(.*)<\/version>/m.exec(readFileSync('sdk/java/pom.xml', 'utf8')) ?? []
    expect(readFileSync('sdk/java/CHANGELOG.md', 'utf8')).toContain(`\n## ${version}\n`)
  })

  test('every block of the README runs, with the built jar only', async () => {
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
    const programs = README.filter(({ language }) => language === 'java').map(({ code }, i) => {
      return { name: `Readme${i}`, code: code.replace('class Readme', `class Readme${i}`) }
    })
    for (const { name, code } of programs) await writeFile(join(folder, `${name}.java`), code)
    // One run of the compiler for all of them: it needs more time to start than to compile.
    const sources = programs.map(({ name }) => `${name}.java`)
    await run('javac', [...SHORT_RUN.map((flag) => `-J${flag}`), '-cp', jar, ...sources], { cwd: folder })
    const outputs: string[] = []
    for (const { name } of programs) {
      // The programs have the clock of the machine.
      harness.clock.now = new Date()
      const args = [...SHORT_RUN, '-cp', `${jar}:${folder}`, name]
      const { stdout, stderr } = await run('java', args, { env })
      expect(stderr).toBe('')
      outputs.push(stdout)
    }
    const [users, minted, received, sandbox, support] = outputs
    expect(users).toMatch(/created=true.*\nvalidation_failed 400 .*countryCode.*\nFix the fields/)
    expect(minted).toMatch(/#token=ey.*\ney.*\n.*keys/)
    expect(received).toMatch(/^claimed: Free kopi with any toast set\n200\n(claimed: .*\n){2}2 events\n$/)
    expect(sandbox).toMatch(/^\d{4}-\d\d \d{4}-\d\d\n$/)
    expect(support).toMatch(/\b200\nOK\n$/)
  }, 120_000)
})
