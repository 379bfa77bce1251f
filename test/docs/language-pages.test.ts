import { execFile, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { installSdk } from '../sdk/installed-sdk.ts'
import { listen } from '../sdk/sdk-scene.ts'
import { goCache } from '../support/go-cache.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { onboard } from '../support/signing.ts'
import { newKey } from '../support/tokens.ts'
import { startDelivering } from '../webhooks/delivery-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'
import { exportsOf, javaClassOf, LANGUAGES, type Language, programOf, stepsOf } from './language-programs.ts'

/** The pages with steps in every language, and the lines that each of their programs prints. */
const PAGES: Record<string, RegExp[]> = {
  'docs/counter.md': [/^\d{6}$/, /^QR$/, /\bFLAGGED\b/],
  'docs/redemption.md': [
    /^true$|"redeemable":true/i,
    /\binvalid_pin\b/,
    /^FLAGGED|"status":"FLAGGED"/,
    /^Aina$|"displayName":"Aina"/,
    /\bREADY\b/,
    /\bkopi\b/i,
    /[\u4e00-\u9fff]/,
  ],
  'docs/sandbox.md': [
    /^counterfoil-test:\S+-test$/,
    /\/app\/#token=ey/,
    /^SUCCESS \d{4}-\d\d 0$/,
    /^limit_reached$/,
    /^SUCCESS \d{4}-\d\d 0$/,
    /^Wrong voucher$/,
    /^3$/,
    /^0$/,
    /^\/integrations\/test\/redemptions 422 .*1 of 1 redemptions/,
    /^20\d\d-\d\d-\d\d[T ]/,
  ],
  'docs/signing.md': [/^true$/i, /^false$/i, /^true$/i, /^false$/i, /^signer-\d+$/],
  'docs/support.md': [
    /^user-44 Aina [1-9]/,
    / gps_unavailable$/i,
    /^[1-9]\d*$/,
    /^\/integrations\/users 400 validation_failed /,
  ],
  'docs/tokens.md': [/\/app\/#token=ey/, /^\{"keys": ?\[\{.*"kid"/, /^[\w-]{43}$/],
  'docs/webhooks.md': [
    /^user-42 claimed [\w-]{36}$/,
    /^200$/,
    /^user-45 redeemed [\w-]{36}$/,
    /^[1-9]\d* events$/,
  ],
}

const folder = await temporaryFolder('language-pages')
afterAll(() => rm(folder, { recursive: true, force: true }))
const sdk = await installSdk()

/** These programs end before Java's optimizing compiler pays off. */
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

type Toolchain = {
  language: Language
  /** Fails if the toolchain is missing. */
  probe: string[]
  /** The name of the file with a page's program. */
  file: string
  /** Compiles the programs of all pages at once. */
  build: string
  command: (page: string) => string[]
}

const nameOf = (page: string) => basename(page, '.md')
const fileOf = ({ language, file }: Pick<Toolchain, 'language' | 'file'>, page: string) =>
  join(folder, language, nameOf(page), file)

const TOOLCHAINS: Toolchain[] = [
  {
    language: 'js',
    probe: [process.execPath, '--version'],
    file: 'page.mjs',
    build: `ln -s ${sdk}/node_modules ${folder}/js/`,
    command: (page) => [process.execPath, fileOf({ language: 'js', file: 'page.mjs' }, page)],
  },
  {
    language: 'python',
    probe: ['python3', '-c', 'import cryptography'],
    file: 'page.py',
    build: '',
    command: (page) => ['python3', fileOf({ language: 'python', file: 'page.py' }, page)],
  },
  {
    language: 'go',
    probe: ['go', 'version'],
    file: 'main.go',
    build: `cd ${folder}/go && go build -o bin/ ./...`,
    command: (page) => [join(folder, 'go/bin', nameOf(page))],
  },
  {
    language: 'java',
    probe: ['javac', '--version'],
    file: 'Page.java',
    build: `javac ${SHORT_RUN.map((flag) => `-J${flag}`).join(' ')} -encoding UTF-8 -Xlint:all -Werror \\
      -d ${folder}/java/classes -sourcepath sdk/java/src -implicit:class ${folder}/java/*/Page.java`,
    command: (page) => ['java', ...SHORT_RUN, '-cp', join(folder, 'java/classes'), javaClassOf(page)],
  },
]

const ENV = {
  ...{ PATH: process.env.PATH, HOME: join(folder, 'home'), LANG: 'C.UTF-8', GOCACHE: goCache() },
  ...{ PYTHONPATH: resolve('sdk/python'), PYTHONDONTWRITEBYTECODE: '1' },
}
const run = (command: string[], env: NodeJS.ProcessEnv = {}) => {
  const [program = '', ...args] = command
  return promisify(execFile)(program, args, { env: { ...ENV, ...env }, timeout: 300_000 }).catch((error) => {
    throw new Error(`${command.join(' ')} failed:\n${error.stdout}${error.stderr}`)
  })
}
const isInstalled = ([program = '', ...args]: string[]) => spawnSync(program, args, { env: ENV }).status === 0

const GO_MODULE = `module pages

go 1.19

require example.com/counterfoil v1.0.0

replace example.com/counterfoil => ${resolve('sdk/go')}
`

async function compile(toolchain: Toolchain): Promise<void> {
  for (const page of Object.keys(PAGES)) {
    await mkdir(join(folder, toolchain.language, nameOf(page)), { recursive: true })
    await writeFile(fileOf(toolchain, page), programOf(page, toolchain.language))
  }
  if (toolchain.language === 'go') await writeFile(join(folder, 'go/go.mod'), GO_MODULE)
  if (toolchain.build) await run(['sh', '-euc', toolchain.build])
}

const harness = await startDelivering({}, { allowPrivateTargets: true })
await loadDemo(harness.deps)

const origin = await listen(harness)
const { partner: twin, call, scenario } = await openTwin(harness)
const keys = [newKey('RS256'), newKey('RS256')]
const keyFiles = keys.map(({ kid }) => join(folder, kid))
for (const [index, { privateKey }] of keys.entries())
  await writeFile(keyFiles[index] as string, privateKey.export({ type: 'pkcs8', format: 'pem' }))
await harness.admin('PATCH', `/admin/partners/${twin.id}`, { publicKey: keys[0]?.pem })

/** What somebody sees who looks up a user: a flagged redemption, and a request that failed. */
async function leaveTraces(): Promise<void> {
  const externalUserId = 'user-44'
  const { voucherId } = scenario('flagged')
  const responses = [
    await call('POST', '/integrations/users', { externalUserId, displayName: 'Aina' }),
    await call('POST', '/integrations/test/redemptions', { externalUserId, voucherId, outcome: 'FLAGGED' }),
    await call('POST', '/integrations/users', {}),
  ]
  expect(responses.map(({ status }) => status)).toEqual([expect.any(Number), 201, 400])
}

/** An event for the feed. */
async function redeemOnce(): Promise<void> {
  const redemption = { externalUserId: 'user-45', voucherId: scenario('succeeds').voucherId }
  expect(await call('POST', '/integrations/test/redemptions', redemption)).toMatchObject({ status: 201 })
  await untilFeedIsComplete(harness.db)
}

/** A partner whose secret is rotated. */
async function openPartner() {
  const { id, slug, secret } = await onboard(harness.admin)
  const { body } = await harness.admin('POST', '/admin/keys', {
    ...{ name: 'Backend', role: 'partner', partnerId: id },
  })
  return { slug, secret, apiKey: body.key as string }
}

/** docs/redemption.md uses the merchants of the demo. Each language has its own user, since a user has few attempts. */
const demo = {
  ISSUER: 'https://id.demo-bank.example',
  PRIVATE_KEY: `${harness.deps.config.dataDir}/demo/signing-key.pem`,
}

/** What the shell blocks of a page export, with the test twin in place of the partner. */
async function exportedBy(page: string, language: Language): Promise<Record<string, string>> {
  const { slug, secret, apiKey } = page === 'docs/signing.md' ? await openPartner() : twin
  const values: Record<string, string> = {
    ...{ COUNTERFOIL_URL: origin, SLUG: slug, SECRET: secret, API_KEY: apiKey, PARTNER_KEY: apiKey },
    ...{
      ISSUER: twin.jwtIssuer,
      PRIVATE_KEY: keyFiles[0] as string,
      NEXT_PRIVATE_KEY: keyFiles[1] as string,
    },
    ...(page === 'docs/redemption.md' && { ...demo, EXTERNAL_USER_ID: `user-of-${language}` }),
  }
  return Object.fromEntries(exportsOf(page).map((name) => [name, values[name] ?? '']))
}

test('every page with steps in a language has each of them in all languages, and is run here', () => {
  // The calls of docs/sdks.md are run by test/sdk/tour.test.ts.
  const pages = globSync('docs/*.md').filter((page) => page !== 'docs/sdks.md')
  const counts = pages.flatMap((page) => {
    const [js, ...others] = LANGUAGES.map((language) => stepsOf(page, language).length)
    return others.some((count) => count > 0)
      ? [{ page, others: others.map((count) => count - (js ?? 0)) }]
      : []
  })
  expect(counts).toEqual(Object.keys(PAGES).map((page) => ({ page, others: [0, 0, 0] })))
})

describe.each(TOOLCHAINS)('in $language', (toolchain) => {
  const isThere = isInstalled(toolchain.probe)
  beforeAll(() => (isThere ? compile(toolchain) : undefined), 300_000)

  test.runIf(isThere).each(Object.entries(PAGES))(
    '%s: the steps run from the first to the last',
    async (page, lines) => {
      // The programs have the clock of the machine.
      harness.clock.now = new Date()
      if (page === 'docs/support.md') await leaveTraces()
      if (page === 'docs/webhooks.md') await redeemOnce()
      const { stdout } = await run(toolchain.command(page), await exportedBy(page, toolchain.language))
      const printed = stdout.trim().split('\n')
      for (const line of lines) {
        const index = printed.findIndex((text) => line.test(text))
        expect(index, `${line} in:\n${stdout}`).not.toBe(-1)
        printed.splice(0, index + 1)
      }
      for (const [, token] of stdout.matchAll(/#token=(\S+)/g)) {
        const me = await fetch(`${origin}/me`, { headers: { authorization: `Bearer ${token}` } })
        expect(me.status).toBe(200)
      }
    },
  )
})
