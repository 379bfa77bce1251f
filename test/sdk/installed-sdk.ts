import { execFile } from 'node:child_process'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'

/** A folder in which the built SDK is installed, as a partner has it: only `dist` and package.json. */
export async function installSdk(): Promise<string> {
  const folder = await temporaryFolder('sdk')
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const installed = join(folder, 'node_modules/@counterfoil/partner')
  const build = ['-p', 'sdk/tsconfig.build.json', '--outDir', join(installed, 'dist')]
  await promisify(execFile)('node_modules/.bin/tsc', build)
  await copyFile('sdk/package.json', join(installed, 'package.json'))
  return folder
}
