import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Why a file of an archive differs from the one that was written first. */
export type Rewriting = {
  at: string
  reason: string
  userId: string
  rows: number
  /** The checksums of the file before and after. */
  from: string
  to: string
}

export type Manifest = {
  month: string
  file: string
  rows: number
  sha256: string
  columns: string[]
  rewritten?: Rewriting[]
}

/** A file of an archive with its manifest. */
export type Archive = { path: string; manifestPath: string; manifest: Manifest }

/** Thrown if an archive cannot be used. The message names the file and what to do. */
export class UnusableArchive extends Error {}

/** Lists the files that `counterfoil archive` has written to a folder, oldest month first. */
export async function listArchives(folder: string): Promise<Archive[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UnusableArchive(`cannot read ${folder} (${error.code})`)
  })
  const manifests = names.filter((name) => /^redemptions-.*\.json$/.test(name)).sort()
  if (manifests.length === 0)
    throw new UnusableArchive(
      `${folder} has no archive: choose the folder that "counterfoil archive" wrote to`,
    )
  return Promise.all(manifests.map((name) => readArchive(folder, name)))
}

async function readArchive(folder: string, name: string): Promise<Archive> {
  const manifestPath = join(folder, name)
  const manifest = parseManifest(await readFile(manifestPath, 'utf8'))
  if (manifest === null) throw new UnusableArchive(`${manifestPath} is not the manifest of an archive`)
  return { path: join(folder, manifest.file), manifestPath, manifest }
}

function parseManifest(text: string): Manifest | null {
  try {
    const { file, sha256, rows, columns } = JSON.parse(text)
    const isWhole =
      /^redemptions-[\w-]+\.csv\.gz$/.test(file) &&
      typeof sha256 === 'string' &&
      typeof rows === 'number' &&
      Array.isArray(columns)
    return isWhole ? JSON.parse(text) : null
  } catch {
    return null
  }
}
