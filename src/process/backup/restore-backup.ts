import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../platform/config-error.ts'
import { findCluster, restoreCluster } from '../../platform/embedded/cluster.ts'
import { readVerifiedManifest } from './manifest.ts'

export type RestoreReport = { dataDir: string; files: number; createdAt: string; hasKey: boolean }

/** Restores a backup into a `dataDir` without a database. Checks every file first; the database comes last. */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  signal: AbortSignal,
): Promise<RestoreReport> {
  const postgres = join(dataDir, 'postgres')
  if (findCluster(postgres) !== null) {
    throw new ConfigError(
      `${postgres} holds a database already: set DATA_DIR to a new folder, or move the old one away. Nothing was changed`,
    )
  }
  const manifest = await readVerifiedManifest(folder, signal)
  const paths = manifest.files.map(({ path }) => path)
  const outside = paths.filter((path) => !path.startsWith('postgres/'))
  for (const name of outside.filter((path) => !path.startsWith('uploads/'))) {
    if (!existsSync(join(dataDir, name))) continue
    throw new ConfigError(
      `${join(dataDir, name)} exists already: set DATA_DIR to a new folder. Nothing was changed`,
    )
  }
  for (const path of outside) {
    signal.throwIfAborted()
    await mkdir(dirname(join(dataDir, path)), { recursive: true })
    await copyFile(join(folder, path), join(dataDir, path))
  }
  await restoreCluster(postgres, join(folder, 'postgres'))
  const { createdAt, files } = manifest
  return { dataDir, files: files.length, createdAt, hasKey: paths.includes('secrets.key') }
}
