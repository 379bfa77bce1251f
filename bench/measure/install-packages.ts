import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'

/**
 * Runs a measurement with packages that are no dependency of ours: they are installed into a temporary folder, unless
 * `installed` names a folder that has them already. Without a network, the measurement ends with one line.
 */
export async function withPackages(
  packages: string[],
  installed: string | undefined,
  measure: (folder: string) => Promise<void>,
): Promise<void> {
  if (installed !== undefined) return measure(installed)
  const folder = await temporaryFolder('packages')
  try {
    if (await install(folder, packages)) await measure(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns false if the packages cannot be had. */
async function install(folder: string, packages: string[]): Promise<boolean> {
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const options = ['--no-audit', '--no-fund', '--legacy-peer-deps']
  try {
    await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder })
    return true
  } catch {
    console.error(`Could not install ${packages.join(' and ')} with npm: nothing to measure with.`)
    process.exitCode = 2
    return false
  }
}

/** `<name> <version>` of an installed package. */
export async function versionOf(folder: string, name: string): Promise<string> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return `${name} ${(JSON.parse(text) as { version: string }).version}`
}
