import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'

/** Names that we gave: of the content, so that what is under a name never changes. */
export const IMAGE_NAME = /^[0-9a-f]{32}\.(?:png|jpg|webp)$/

export function uploadsFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

/**
 * The file is under its name whole or not at all, whoever crashes and however many nodes share the folder. One that is
 * there already is left alone: it has the same content, and caches know it by its time.
 */
export async function keepFile(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name)
  if (await isThere(path)) return
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

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/** A rename outlives a power cut once its folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
