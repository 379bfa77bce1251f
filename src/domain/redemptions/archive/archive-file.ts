import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'

/** Archives hold ids, codes and coordinates of users: only the account that runs the command may read them. */
const OWNER_ONLY = 0o600

export type Row = (string | null)[]
export type Pages = AsyncIterable<Row[]>

/** Null is an empty field and an empty text is `""`, as PostgreSQL's COPY writes and reads CSV. */
function formatField(value: string | null): string {
  if (value === null) return ''
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Formats a record without its line end. */
export const formatRecord = (row: Row) => row.map(formatField).join(',')
const formatLine = (row: Row) => `${formatRecord(row)}\n`

/** An empty field without quotes is null. */
export const castField = (value: string, { quoting }: { quoting: boolean }) =>
  value === '' && !quoting ? null : value

/** Writes a compressed CSV file with a header. The file is on disk when this returns. */
export async function writeCsv(
  path: string,
  columns: string[],
  pages: Pages,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<void> {
  async function* chunks() {
    yield formatLine(columns)
    for await (const page of pages) {
      yield page.map(formatLine).join('')
      onRows(page.length)
    }
  }
  await writeCompressed(path, chunks(), signal)
}

/** Writes a compressed file. The file is on disk when this returns. */
export async function writeCompressed(
  path: string,
  chunks: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  const file = createWriteStream(path, { flush: true, mode: OWNER_ONLY })
  await pipeline(Readable.from(chunks), createGzip(), file, { signal })
}

/** Reads the file back and compares every field with the table. Returns its checksum, or null if it differs. */
export async function verifyCsv(
  path: string,
  columns: string[],
  pages: Pages,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<{ rows: number; sha256: string } | null> {
  const hash = createHash('sha256')
  const file = createReadStream(path)
  file.on('data', (chunk) => hash.update(chunk))
  const parser = parse({ cast: castField, relaxColumnCount: true })
  const reading = pipeline(file, createGunzip(), parser, { signal })
  const records = parser[Symbol.asyncIterator]() as AsyncIterator<Row>
  try {
    let rows = 0
    let isSame = isEqual((await records.next()).value, columns)
    for await (const page of pages) {
      for (const row of page) isSame &&= isEqual((await records.next()).value, row)
      if (!isSame) return null
      rows += page.length
      onRows(page.length)
    }
    if (!isSame || (await records.next()).done !== true) return null
    await reading
    return { rows, sha256: hash.digest('hex') }
  } catch (error) {
    if (isDamaged(error)) return null
    throw error
  } finally {
    file.destroy()
    await reading.catch(() => {})
  }
}

function isEqual(found: unknown, expected: Row): boolean {
  return (
    Array.isArray(found) &&
    found.length === expected.length &&
    expected.every((field, i) => field === found[i])
  )
}

/** Whether the file is not a complete CSV file, as opposed to an error of the disk or the database. */
export function isDamaged(error: unknown): boolean {
  return error instanceof CsvError || /^Z_/.test(String((error as NodeJS.ErrnoException).code))
}

/** Completes an archive: first the file gets its name, then the manifest says that it is complete. */
export async function publishCsv(
  part: string,
  path: string,
  manifestPath: string,
  manifest: object,
): Promise<void> {
  await replaceFile(part, path)
  await writeManifest(manifestPath, manifest)
}

/** Replaces the manifest. After an interruption, it is either the old or the new one. */
export async function writeManifest(path: string, manifest: object): Promise<void> {
  const part = `${path}.${process.pid}.part`
  await writeFile(part, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true, mode: OWNER_ONLY })
  await replaceFile(part, path)
}

/** Renames a file that is on disk. The new name is on disk when this returns. */
export async function replaceFile(part: string, path: string): Promise<void> {
  await rename(part, path)
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
}
