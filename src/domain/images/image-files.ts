import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'

/** The names we give are hashes of the content, so the content under a name never changes. */
export const IMAGE_NAME = /^[0-9a-f]{32}\.(?:png|jpg|webp)$/

export function uploadsFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

/**
 * Writes a file completely or not at all, even when a process crashes or several nodes share the folder. An existing
 * file is left alone: it has the same content, and caches rely on its modification time.
 */
export async function writeImageFile(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name)
  if (await exists(path)) return
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o644)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
    await syncFolder(folder)
  } finally {
    await rm(draft, { force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/** A rename survives a power cut only once its folder is synced to disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
