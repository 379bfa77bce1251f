import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EVENT_TYPES, SAMPLE_EXTERNAL_USER_ID } from '@counterfoil/contract/events.ts'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { sendSampleEvent } from '../../src/domain/webhooks/sample-event.ts'
import { openTargets } from '../../src/platform/outbound/guarded-targets.ts'
import { goCache } from '../support/go-cache.ts'
import { freePort, until } from '../support/process.ts'

type Receiver = {
  language: string
  file: string
  /** The last word of a command that does not build is the file. */
  command: string[]
  /** Compiles the file. Killing `go run` would leave the program running, and Java would compile at each start. */
  build?: (path: string) => { compile: string[]; start: string[] }
}

/** The receivers in docs/webhooks.md, run unchanged. */
const RECEIVERS: Receiver[] = [
  { language: 'js', file: 'receiver.mjs', command: [process.execPath] },
  { language: 'python', file: 'receiver.py', command: ['python3'] },
  {
    ...{ language: 'go', file: 'receiver.go', command: ['go'] },
    build: (path) => ({ compile: ['go', 'build', '-o', `${path}.out`, path], start: [`${path}.out`] }),
  },
  {
    ...{ language: 'java', file: 'Receiver.java', command: ['javac'] },
    build: (path) => ({
      compile: ['javac', '-encoding', 'UTF-8', '-Xlint:all', '-Werror', '-d', dirname(path), path],
      start: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', dirname(path), 'Receiver'],
    }),
  },
]
const [OLD, NEW] = ['whsec_the_secret_so_far', 'whsec_the_next_secret']
/** The first `go build` also compiles Go's standard library. */
const BUILD_MS = 300_000
const BODY = JSON.stringify({ id: '1', type: 'CLAIM_CREATED', data: { externalUserId: 'Aïna' } })

const folder = await temporaryFolder('guide')
const targets = openTargets({ allowPrivateTargets: true })
afterAll(async () => {
  await targets.close()
  await rm(folder, { recursive: true, force: true })
})
const guide = readFileSync('docs/webhooks.md', 'utf8')

function isInstalled(program = ''): boolean {
  return spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0
}

const ENV = { PATH: process.env.PATH, HOME: folder, GOCACHE: goCache() }

/** Writes the receiver from the guide to a file. Returns the command that starts it. */
async function programOf({ language, file, command, build }: Receiver): Promise<string[]> {
  const code = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].find(
    ([, name, text = '']) => name === language && text.split('\n')[0]?.endsWith(file),
  )?.[2]
  if (!code) throw new Error(`the guide has no ${file}`)
  const path = join(folder, file)
  await writeFile(path, code)
  if (!build) return [...command, path]
  const { compile, start } = build(path)
  const [compiler = '', ...args] = compile
  await promisify(execFile)(compiler, args, { env: ENV })
  return start
}

/** Starts a receiver. `post` returns the status of its response. */
async function startReceiver([program = '', ...args]: string[], secrets: string) {
  const port = await freePort()
  const env = { ...ENV, SECRETS: secrets, PORT: String(port) }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const post = (signature: string | null, body = BODY) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body,
      headers: signature === null ? {} : { 'x-signature': signature },
    }).then(({ status }) => status)
  await until(() =>
    post(null).then(
      () => true,
      () => false,
    ),
  )
  return { url: `http://127.0.0.1:${port}/`, post, output: () => output }
}

function signed(secret: string, { secondsAgo = 0, body = BODY } = {}): string {
  return signatureHeader({ secret, timestampSeconds: Math.floor(Date.now() / 1000) - secondsAgo, body })
}

describe.each(RECEIVERS)('the receiver in $language', (receiver) => {
  const isThere = isInstalled(receiver.command[0])
  let program: string[] = []
  beforeAll(async () => {
    if (isThere) program = await programOf(receiver)
  }, BUILD_MS)

  test.runIf(isThere)('accepts signatures with either secret, and nothing else', async () => {
    const { post, output } = await startReceiver(program, `${OLD},${NEW}`)
    expect([await post(signed(OLD)), await post(signed(NEW)), await post(`${signed(OLD)},v9=new`)]).toEqual([
      200, 200, 200,
    ])
    await until(() => output().includes('CLAIM_CREATED Aïna'))
    const refused = [
      await post(null),
      await post(''),
      await post('t=,v1='),
      await post(`t=${'9'.repeat(5000)},v1=00`),
      await post(signed('whsec_of_somebody_else')),
      await post(signed(OLD, { body: `${BODY} ` })),
      await post(signed(OLD, { secondsAgo: 400 })),
      await post(signed(OLD, { secondsAgo: -400 })),
      await post(signed(OLD).replace(/v1=.*/, 'v1=é')),
    ]
    expect(refused).toEqual(refused.map(() => 401))
    expect(await post(signed(OLD))).toBe(200)
  })

  test.runIf(isThere)('accepts a delivery of every type', async () => {
    const { url, output } = await startReceiver(program, NEW)
    const partner = { webhookUrl: url, secrets: { signing: NEW, accepted: [], testKey: null } }
    for (const type of EVENT_TYPES) {
      const result = await sendSampleEvent({ targets, now: () => new Date() }, partner, type)
      expect(result).toMatchObject({ status: 200, error: null })
      await until(() => output().includes(`${type} ${SAMPLE_EXTERNAL_USER_ID}`))
    }
  })

  test.runIf(isThere)('a missing secret does not count as an empty one', async () => {
    const { post } = await startReceiver(program, ',')
    const t = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', '').update(`${t}.${BODY}`).digest('hex')
    expect(await post(`t=${t},v1=${v1}`)).toBe(401)
  })
})
