import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../platform/config-error.ts'

/** The last file of a backup. A backup without it is incomplete. */
export const MANIFEST = 'counterfoil-backup.json'
const FORMAT = 1

export type BackupFile = { path: string; bytes: number; sha256: string }
export type Manifest = { format: number; version: string; createdAt: string; files: BackupFile[] }

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const file = await open(join(folder, MANIFEST), 'wx', 0o600)
  try {
    await file.writeFile(JSON.stringify({ format: FORMAT, ...manifest }))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Returns the manifest of a backup if all of its files are there and unchanged. */
export async function readVerifiedManifest(folder: string, signal: AbortSignal): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) {
    throw new ConfigError(
      `${folder} is not a complete backup: ${MANIFEST}, the last file of a backup, is missing`,
    )
  }
  const manifest: Manifest = JSON.parse(text)
  if (manifest.format !== FORMAT) {
    throw new ConfigError(
      `${folder} was made by a newer release (${manifest.version}): restore it with that one`,
    )
  }
  for (const { path, bytes, sha256 } of manifest.files) {
    signal.throwIfAborted()
    const found = await digestOf(join(folder, path)).catch(() => null)
    if (found?.bytes !== bytes || found.sha256 !== sha256) {
      throw new ConfigError(
        `${folder} is damaged: ${path} is ${found ? 'not what was backed up' : 'missing'}. Nothing was restored`,
      )
    }
  }
  return manifest
}

async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
