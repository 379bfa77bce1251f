/**
 * Builds the npm package into dist/package and packs it. Node does not run TypeScript inside node_modules, so the package
 * holds the sources with their types removed. Line numbers stay the same.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { findCommit } from '../src/platform/version.ts'

/** The web apps come built (`npm run package` builds them first). Tests and tools stay out. */
const APPS = ['webview/dist', 'console/dist', 'site/dist']
const COPIED = ['migrations', ...APPS, 'bin', 'README.md', 'CHANGELOG.md', 'deploy']
const OWN_IMPORT = /(['"])((?:\.{1,2}\/|@counterfoil\/)[^'"\n]*)\.ts\1/g

/** Returns the path of the tarball. */
export function buildPackage(target = 'dist/package'): string {
  rmSync(target, { recursive: true, force: true })
  for (const path of COPIED.filter(existsSync)) cpSync(path, join(target, path), { recursive: true })
  strip('src', join(target, 'src'))
  const contract = join(target, 'node_modules/@counterfoil/contract')
  strip('contract', contract)
  cpSync('contract/package.json', join(contract, 'package.json'))
  cpSync('openapi.json', join(target, 'openapi.json'))
  writeFileSync(join(target, 'package.json'), manifest())
  writeFileSync(join(target, 'commit.txt'), findCommit() ?? '')
  const output = execFileSync('npm', ['pack', '--silent'], { cwd: target, encoding: 'utf8' })
  return resolve(target, output.trim().split('\n').at(-1) ?? '')
}

function strip(from: string, to: string): void {
  const files = globSync('**/*', { cwd: from, exclude: ['node_modules'] })
  for (const file of files.filter((file) => statSync(join(from, file)).isFile())) {
    const target = join(to, file)
    mkdirSync(dirname(target), { recursive: true })
    if (!file.endsWith('.ts')) cpSync(join(from, file), target)
    else {
      const code = stripTypeScriptTypes(readFileSync(join(from, file), 'utf8'))
      writeFileSync(target.replace(/\.ts$/, '.js'), code.replaceAll(OWN_IMPORT, '$1$2.js$1'))
    }
  }
}

function manifest(): string {
  const { name, version, description, type, license, bin, dependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const contract = '@counterfoil/contract'
  const bundled = { dependencies: { ...dependencies, [contract]: version }, bundleDependencies: [contract] }
  return `${JSON.stringify({ name, version, description, type, license, bin, ...bundled }, null, 2)}\n`
}

if (import.meta.main) process.stdout.write(`${buildPackage()}\n`)
