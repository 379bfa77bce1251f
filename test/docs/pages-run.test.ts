import { execFile, spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { createCommandHarness } from '../cli/command.ts'
import { PROCESS_ENV } from '../support/process.ts'
import { type Block, blocksOf } from './code-blocks.ts'

const PROGRAMS = ['bash', 'curl', 'jq', 'openssl']
const areInstalled = PROGRAMS.every((program) => spawnSync('which', [program]).status === 0)

const harness = await createCommandHarness()
const { clock, deps, server, env } = harness
await server.listen({ port: 0, host: '127.0.0.1' })
await loadDemo(deps)
const folder = await temporaryFolder('pages')
afterAll(() => rm(folder, { recursive: true, force: true }))

/** This service in place of the one that the pages name. npx takes a second to find the command; npm-start.test.ts runs it. */
const here = (code: string) =>
  code
    .replaceAll('npx counterfoil', 'node bin/counterfoil.mjs')
    .replaceAll('http://127.0.0.1:3000', server.listeningOrigin)
    .replaceAll('$PWD/.data/', `${deps.config.dataDir}/`)
    .replaceAll('.data/', `${deps.config.dataDir}/`)

/** Pastes the shell blocks in order into one shell that has nothing else. `after` runs at the end. */
async function paste(blocks: Block[], after = ''): Promise<string> {
  clock.now = new Date()
  for (const { language, code } of blocks) {
    const file = language === 'js' ? /^\/\/ (\S+\.mjs)/.exec(code)?.[1] : undefined
    if (file) await writeFile(join(folder, file), code)
  }
  const shell = blocks.filter(({ language, mark }) => language === 'sh' && !mark?.startsWith('not run'))
  const script = [...shell.map(({ code }) => here(code)), after].join('\n')
  await writeFile(join(folder, 'page.sh'), script)
  const run = await promisify(execFile)('bash', ['-euo', 'pipefail', join(folder, 'page.sh')], {
    env: { ...PROCESS_ENV, HOME: folder, TMPDIR: folder, ...env },
  })
  return run.stdout
}

/**
 * Waits for an event before the line that reads the feed. Events appear there when all older transactions have ended, also
 * those of other tests on this server.
 */
function blocksOnceInFeed(page: string, event: string): Block[] {
  const wait = (line: string, call: string) =>
    `until ${call} GET /integrations/events '' | grep -q ${event}; do sleep 0.5; done\n${line}`
  return blocksOf(page).map((block) => ({
    ...block,
    code: block.code.replace(/^(\w+) GET '\/integrations\/events.*$/m, wait),
  }))
}

const PASTED: [name: string, blocks: Block[], after: string, expected: (string | RegExp)[]][] = [
  [
    'the quickstart of the README',
    blocksOf('README.md', 'Quickstart'),
    '',
    ['"added": 100', '"status": "PUBLISHED"', '"code": "KOPI-0001"', '/app/#token=ey', '"created": false'],
  ],
  [
    'docs/back-office.md',
    blocksOf('docs/back-office.md'),
    '',
    [
      ...['"status":"PUBLISHED"', '{"error":"version_conflict"}', '["kopi-house"]', '{"error":"forbidden"}'],
      ...['"externalUserId": "user-42"', '"voidReason": "Redeemed by mistake."'],
    ],
  ],
  [
    'docs/quickstart-curl.md',
    blocksOnceInFeed('docs/quickstart-curl.md', 'REDEMPTION_CREATED'),
    '',
    [
      '"created": true',
      '/app/#token=ey',
      '"status": "FLAGGED"',
      '{"type":"REDEMPTION_CREATED","user":"user-42"}',
    ],
  ],
  [
    'docs/support.md',
    blocksOf('docs/support.md'),
    '',
    ['"externalUserId":"user-44"', '"flagReason":"gps_unavailable"'],
  ],
  [
    'docs/redemption.md',
    blocksOf('docs/redemption.md'),
    '',
    ['"redeemable": true', '{"error":"invalid_pin"}', 'HTTP/1.1 201 Created', '"displayName": "Aina"'],
  ],
  [
    'docs/signing.md',
    blocksOf('docs/signing.md'),
    `node ${folder}/users.mjs`,
    [
      /"created":true\} 201\n\{"userId":"[^"]+","created":false\} 200\n 204\n/,
      /"created":\w+\} 20\d\n\{"userId":"[^"]+","created":false\} 200\n\{"slug":"demo-bank"\}/,
      /status: 201,\s+body: \{ userId: '[0-9a-f-]{36}', created: true \}/,
      /status: 200,\s+body: \{ userId: '[0-9a-f-]{36}', created: false \}/,
      '{ status: 204, body: null }',
    ],
  ],
  [
    'docs/operations.md',
    blocksOf('docs/operations.md'),
    '',
    ['"status":"ok"', 'counterfoil_http_request_duration_seconds_count'],
  ],
  [
    'docs/webhooks.md',
    blocksOf('docs/webhooks.md'),
    'test "$STANDARD_SECRET" != whsec_',
    // The pages above have left events in the feed.
    [/\{"id":"[^"]+","type":"REDEMPTION_CREATED","user":"user-4\d"\}/],
  ],
  ['docs/tokens.md', blocksOf('docs/tokens.md'), `node ${folder}/mint.mjs`, [/^ey[\w-]+\.[\w-]+\.[\w-]+$/m]],
  [
    'docs/sandbox.md',
    blocksOnceInFeed('docs/sandbox.md', 'REDEMPTION_VOIDED'),
    '',
    [
      '{"slug":"demo-bank-test","mode":"test"}',
      '/app/#token=ey',
      // A user each: nobody reaches the limit of attempts.
      /succeeds: SUCCESS\n(?:[a-z-]+: (?!rate_limited)\w+\n){16}/,
      /"status":"SUCCESS","cycleKey":"(\d{4}-\d\d)","remaining":0\}\n\{"error":"limit_reached"/,
      /"now":"[^"]+"[^\n]*\n\{"status":"SUCCESS","cycleKey":"\d{4}-\d\d","remaining":0\}/,
      '"reason":"Wrong voucher"',
      '"eventsEnqueued":1',
      '{"failing":3,"retried":0}',
      '"type":"REDEMPTION_VOIDED"',
      '{"route":"/me/redemptions","status":422,"reason":"',
      /"realTime"|"now"/,
    ],
  ],
  // After the page that creates the test twin.
  ['docs/counter.md', blocksOf('docs/counter.md'), '', [/^\d{6}\nQR\nFLAGGED$/m]],
]

test.runIf(areInstalled).each(PASTED)(
  '%s: every block works when it is pasted',
  { timeout: 180_000 },
  async (_name, blocks, after, expected) => {
    const output = await paste(blocks, after)
    for (const text of expected) expect(output).toMatch(text)
  },
)
