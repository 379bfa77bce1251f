import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../scripts/temporary-folder.ts'
import { createCommandHarness } from './cli/command.ts'

const PROGRAMS = ['bash', 'curl', 'jq', 'openssl', 'npx']
const areInstalled = PROGRAMS.every((program) => spawnSync('which', [program]).status === 0)

const { server, env } = await createCommandHarness()
await server.listen({ port: 0, host: '127.0.0.1' })
const folder = await temporaryFolder('quickstart')
afterAll(() => rm(folder, { recursive: true, force: true }))

const QUICKSTART = readFileSync('README.md', 'utf8')
  .split(/^## /m)
  .filter((section) => section.startsWith('Quickstart'))
  .join()
  .replaceAll('http://127.0.0.1:3000', server.listeningOrigin)
const GUIDE = readFileSync('docs/partner-guide.md', 'utf8')

function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  )
}

/** All blocks that a reader pastes, from the quickstart to the end of the guide, and its Node examples last. */
async function paste(): Promise<string> {
  for (const code of blocksOf(GUIDE, 'js')) {
    const file = /^\/\/ (\S+\.mjs)\n/.exec(code)?.[1]
    if (file) await writeFile(join(folder, file), code)
  }
  const shell = [...blocksOf(QUICKSTART, 'sh'), ...blocksOf(GUIDE, 'sh')].filter(
    // It runs until it is stopped, and other tests cover it.
    (code) => !code.startsWith('npx counterfoil listen'),
  )
  const ends = [
    `URL=$URL SECRET=$SECRET node ${folder}/users.mjs`,
    `TOKEN=$(PRIVATE_KEY=$ACME/key.pem node ${folder}/mint.mjs); user GET /me | jq -c '{minted: .displayName}'`,
  ]
  await writeFile(join(folder, 'all.sh'), [...shell, ...ends].join('\n'))
  const run = await promisify(execFile)('bash', ['-euo', 'pipefail', join(folder, 'all.sh')], {
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ...env },
  })
  return run.stdout
}

test.runIf(areInstalled)(
  'the README and the partner guide, pasted as they stand',
  {
    timeout: 120_000,
  },
  async () => {
    const said = await paste()
    for (const expected of [
      '"added": 100',
      '"status": "PUBLISHED"',
      '"code": "KOPI-0001"',
      `${server.listeningOrigin}/app/#token=ey`,
      '"created": false',
      /"created":false\} 200\n\{"slug":"acme-pay"\}/,
      '"email": "aina@example.com"',
      '"redeemable": true',
      'HTTP/1.1 201 Created',
      '{"error":"invalid_pin"}',
      /status: 201,\s+body: \{ userId: '[0-9a-f-]{36}', created: true \}/,
      /status: 200,\s+body: \{ userId: '[0-9a-f-]{36}', created: false \}/,
      '{ status: 204, body: null }',
      '{"minted":"Aina"}',
    ]) {
      expect(said).toMatch(expected)
    }
  },
)
