import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Writes a file in the folder and removes it. If the folder does not exist yet, uses the nearest folder above it. */
export async function checkDataDir({ dataDir, databaseUrl, bucket }: Config): Promise<Finding> {
  if (databaseUrl !== null && bucket !== null) return ok('data folder', 'not used')
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const probe = join(folder, `.counterfoil-${process.pid}`)
  try {
    await writeFile(probe, 'check')
    return ok('data folder', `${dataDir} ${folder === dataDir ? 'can be written to' : 'can be created'}`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return wrong(
      'data folder',
      `${dataDir} cannot be written to (${code}): set DATA_DIR to a folder of the account that runs the service`,
    )
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}
