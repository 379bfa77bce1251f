import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = { resolved?: string; integrity?: string; link?: boolean; optional?: boolean; os?: string[] }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>
}
/** The packages that are downloaded, without the workspaces and the links to them. */
const downloaded = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

/**
 * Development tools for other systems, which the registry that the lockfile was made with does not have.
 * `node scripts/complete-lockfile.mjs`, with a registry that has them, adds their hashes; then these lines go.
 */
const WITHOUT_HASH = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl', 'linux-x64-musl'],
  ...['win32-arm64', 'win32-x64'],
].map((system) => `node_modules/@biomejs/cli-${system}`)
const BINDINGS_WITHOUT_HASH = [
  ...[
    'android-arm-eabi',
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    'linux-arm-gnueabihf',
  ],
  ...['linux-arm64-musl', 'linux-ppc64-gnu', 'linux-s390x-gnu', 'linux-x64-musl', 'openharmony-arm64'],
  ...['win32-arm64-msvc', 'win32-x64-msvc'],
].map((system) => `node_modules/@rolldown/binding-${system}`)

test('every package in the lockfile has a hash, except for the listed tools of other systems', () => {
  expect(downloaded.length).toBeGreaterThan(100)
  const without = downloaded.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  expect(without.map(([path]) => path).sort()).toEqual([...WITHOUT_HASH, ...BINDINGS_WITHOUT_HASH].sort())
  for (const [, { optional, os }] of without) expect([optional, os?.length]).toEqual([true, 1])
})

test('the lockfile names no registry', () => {
  expect(downloaded.flatMap(([, { resolved }]) => resolved ?? [])).toEqual([])
})
