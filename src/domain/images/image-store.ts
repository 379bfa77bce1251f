import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export type StoredFile = { size: number; modifiedAt: Date; stream(): Readable }

/** Where the bytes of images are kept. The content under a name never changes. */
export type ImageStore = {
  /** Stores all bytes or none, even if the process crashes. A name that exists already is left alone. */
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<StoredFile | null>
  has(name: string): Promise<boolean>
  /** Also succeeds if there is no such file. */
  delete(name: string): Promise<void>
  /** Every stored name, in no particular order. */
  names(): AsyncIterable<string>
}

/** Keeps images as files in a folder, which several nodes may share. */
export function openImageFolder(folder: string): ImageStore {
  const find = async (name: string) => {
    const found = await stat(join(folder, name)).catch(ignoreMissing)
    return found?.isFile() ? found : null
  }
  return {
    async put(name, bytes) {
      if (!(await stat(join(folder, name)).catch(ignoreMissing))) await writeFile(folder, name, bytes)
    },
    async get(name) {
      const found = await find(name)
      return (
        found && {
          size: found.size,
          modifiedAt: found.mtime,
          stream: () => createReadStream(join(folder, name)),
        }
      )
    },
    has: async (name) => (await find(name)) !== null,
    delete: (name) => rm(join(folder, name), { force: true }),
    async *names() {
      yield* (await readdir(folder).catch(ignoreMissing)) ?? []
    },
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Caches rely on the modification time, so a file is written once and then renamed. */
async function writeFile(folder: string, name: string, bytes: Buffer): Promise<void> {
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
    await rename(draft, join(folder, name))
    await syncFolder(folder)
  } finally {
    await rm(draft, { force: true })
  }
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
