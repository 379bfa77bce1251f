import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { buildPackage } from '../../scripts/package.ts'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { findCommit } from '../../src/platform/version.ts'
import { openDatabases } from '../faults/empty-database.ts'
import { listeningAt, spawnCommand, untilUp } from '../support/process.ts'

vi.setConfig({ testTimeout: 240_000 })

const { emptyDatabase } = await openDatabases()
const folder = await temporaryFolder('package')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the packed tarball serves: npx counterfoil runs from node_modules, with two processes', async () => {
  const tarball = buildPackage(join(folder, 'build'))
  const installed = join(folder, 'app/node_modules/counterfoil')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed])
  // Installs the dependencies as `npm install` would, but without the network.
  for (const name of readdirSync('node_modules')) {
    if (name === '@counterfoil' || name === 'counterfoil') continue
    symlinkSync(resolve('node_modules', name), join(folder, 'app/node_modules', name))
  }
  const command = join(installed, 'bin/counterfoil.mjs')
  const version = () => execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' })
  const commit = findCommit()
  expect(version()).toBe(commit ? `1.0.0 (${commit.slice(0, 12)})\n` : '1.0.0\n')
  rmSync(join(installed, 'commit.txt'))
  expect(version()).toBe('1.0.0\n')
  const env = { ...(await emptyDatabase()), PROCESSES: '2' }
  const node = await untilUp(spawnCommand(process.execPath, [command, 'serve'], env))
  const openapi = (await (await fetch(`${listeningAt(node)}/openapi.json`)).json()) as { paths: object }
  expect(openapi.paths).toHaveProperty(['/me/redemptions'])
  expect((await fetch(`${listeningAt(node)}/readyz`)).status).toBe(200)
  node.child.kill('SIGTERM')
  expect(await node.exited).toBe(0)
})
