import { createHash } from 'node:crypto'
import {
  formatRecord,
  isDamaged,
  removeFile,
  replaceFile,
  writeCompressed,
  writeManifest,
} from './archive-file.ts'
import { type Archive, type Manifest, type Rewriting, UnusableArchive } from './archive-folder.ts'
import { CLEARED_COLUMNS, ERASED_TEXT } from './archive-queries.ts'
import { parseRecord, readRecords } from './archive-records.ts'

type Options = { signal: AbortSignal; now: Date }

/**
 * Erases a user's personal data from a file, if it has any. Returns the resulting manifest. The manifest gets the checksum
 * of the new file before the file is replaced: if the process is killed, the file is either the old or the new one, and
 * the manifest has its checksum.
 */
export async function eraseFromArchive(
  archive: Archive,
  userId: string,
  options: Options,
): Promise<Manifest> {
  const { path, manifestPath, manifest } = archive
  const found = await scan(archive, userId, options.signal)
  const settled = settle(manifest, found.sha256)
  if (settled === null) throw new UnusableArchive(`${path} differs from its manifest: restore it from a copy`)
  if (found.heldRows === 0) {
    if (settled.sha256 !== manifest.sha256) await writeManifest(manifestPath, settled)
    return settled
  }
  const part = `${path}.${process.pid}.part`
  try {
    const sha256 = await writeErased(archive, part, userId, options.signal)
    const rewriting: Rewriting = {
      ...{ at: options.now.toISOString(), reason: 'personal data erased', userId },
      ...{ rows: found.heldRows, from: settled.sha256, to: sha256 },
    }
    const announced = { ...settled, rewritten: [...(settled.rewritten ?? []), rewriting] }
    await writeManifest(manifestPath, announced)
    await replaceFile(part, path)
    const finished = { ...announced, sha256 }
    await writeManifest(manifestPath, finished)
    return finished
  } finally {
    await removeFile(part)
  }
}

/** Reads the rows of a user as `column: value`, a page at a time. Throws if the file differs from its manifest. */
export async function* readRowsOfUser(
  archive: Archive,
  userId: string,
  signal: AbortSignal,
): AsyncGenerator<Record<string, string | null>[]> {
  const { path, manifest } = archive
  const { sha256 } = await scan(archive, userId, signal)
  if (settle(manifest, sha256) === null)
    throw new UnusableArchive(`${path} differs from its manifest: restore it from a copy`)
  const { columns } = manifest
  for await (const page of readRecords(path, signal)) {
    const rows = page
      .filter((record) => record.includes(userId))
      .map((record) => Object.fromEntries(parseRecord(record).map((value, i) => [columns[i], value])))
      .filter(({ user_id }) => user_id === userId)
    if (rows.length > 0) yield rows
  }
}

/** Completes the manifest after an interruption. Returns null if the file is neither the old nor the new one. */
function settle(manifest: Manifest, sha256: string): Manifest | null {
  const last = manifest.rewritten?.at(-1)
  const isAnnounced = last !== undefined && last.from === manifest.sha256
  if (sha256 === manifest.sha256)
    return isAnnounced ? { ...manifest, rewritten: manifest.rewritten?.slice(0, -1) ?? [] } : manifest
  return isAnnounced && sha256 === last.to ? { ...manifest, sha256 } : null
}

async function scan(
  { path, manifest: { columns } }: Archive,
  userId: string,
  signal: AbortSignal,
): Promise<{ sha256: string; heldRows: number }> {
  const erase = erasing(columns, userId)
  const pages = readRecords(path, signal)
  let heldRows = 0
  try {
    for (;;) {
      const { done, value } = await pages.next()
      if (done === true) return { sha256: value, heldRows }
      heldRows += value.filter((record) => erase(record) !== record).length
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UnusableArchive(`${path} is missing`)
    if (isDamaged(error)) throw new UnusableArchive(`${path} is damaged: restore it from a copy`)
    throw error
  }
}

/** Writes the new file, reads it back and compares its text. Returns the checksum of the file. */
async function writeErased(
  { path, manifest: { columns } }: Archive,
  part: string,
  userId: string,
  signal: AbortSignal,
): Promise<string> {
  const [meant, found] = [createHash('sha256'), createHash('sha256')]
  const erase = erasing(columns, userId)
  async function* lines() {
    for await (const page of readRecords(path, signal)) {
      const text = page.map((record) => `${erase(record)}\n`).join('')
      meant.update(text)
      yield text
    }
  }
  await writeCompressed(part, lines(), signal)
  const written = readRecords(part, signal)
  for (;;) {
    const { done, value } = await written.next()
    if (done === true) {
      if (meant.digest('hex') === found.digest('hex')) return value
      throw new UnusableArchive(`${part} differs from what was written to it: check the disk`)
    }
    found.update(value.map((record) => `${record}\n`).join(''))
  }
}

/** Erases the personal data of a record. Returns the same record if it has none. */
function erasing(columns: string[], userId: string): (record: string) => string {
  const userPlace = columns.indexOf('user_id')
  const cleared = new Set(CLEARED_COLUMNS.map((name) => columns.indexOf(name)))
  const reasonPlace = columns.indexOf('void_reason')
  return (record) => {
    if (!record.includes(userId)) return record
    const row = parseRecord(record)
    if (row[userPlace] !== userId) return record
    const erased = row.map((value, i) => {
      if (cleared.has(i)) return null
      return i === reasonPlace && value !== null ? ERASED_TEXT : value
    })
    return formatRecord(erased)
  }
}
