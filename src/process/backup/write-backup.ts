import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '../../platform/config-error.ts'
import { copyRunningCluster } from '../../platform/embedded/base-backup.ts'
import { VERSION } from '../../platform/version.ts'
import { type BackupFile, writeManifest } from './manifest.ts'

export type BackupReport = { folder: string; files: number; bytes: number }

/** The files in DATA_DIR besides the database and the images. There is no key file if SECRETS_KEY is set. */
const SINGLE_FILES = ['postgres.password', 'secrets.key']

/** Copies the embedded database, which must be running, the images and the keys into a new folder. */
export async function writeBackup(
  dataDir: string,
  folder: string,
  signal: AbortSignal,
): Promise<BackupReport> {
  await createEmptyFolder(folder)
  const files: BackupFile[] = []
  const copyFrom = (source: string, inside: string) => async (path: string) => {
    signal.throwIfAborted()
    const copied = await copyFile(join(source, path), join(folder, inside, path))
    if (copied) files.push({ path: join(inside, path), ...copied })
  }
  const postgres = join(dataDir, 'postgres')
  await copyRunningCluster(postgres, join(folder, 'postgres'), {
    copy: copyFrom(postgres, 'postgres'),
    write: async (path, text) => {
      files.push({ path: join('postgres', path), ...(await writeText(join(folder, 'postgres', path), text)) })
    },
  })
  const copy = copyFrom(dataDir, '')
  for (const name of SINGLE_FILES) if (existsSync(join(dataDir, name))) await copy(name)
  // Images are copied after the database: otherwise a voucher could name an image that is not in the copy.
  for (const name of await readdir(join(dataDir, 'uploads')).catch(() => []))
    await copy(join('uploads', name))
  await writeManifest(folder, { version: VERSION, createdAt: new Date().toISOString(), files })
  return { folder, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

async function createEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new ConfigError(`${folder} is not empty: name a new folder, so that no older backup is mixed in`)
  }
}

type Copied = { bytes: number; sha256: string }

/** Returns null if the file was deleted meanwhile: PostgreSQL deletes the files of dropped tables. */
async function copyFile(from: string, to: string): Promise<Copied | null> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    return await streamInto(createReadStream(from), to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(from)) return null
    throw error
  }
}

const writeText = (to: string, text: string) => streamInto([text], to)

async function streamInto(source: AsyncIterable<Buffer> | Iterable<string>, to: string): Promise<Copied> {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(source, measured, createWriteStream(to, { mode: 0o600 }))
  return { bytes, sha256: hash.digest('hex') }
}
