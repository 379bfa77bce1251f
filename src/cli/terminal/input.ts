import { isUtf8 } from 'node:buffer'
import { open, readFile } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { UsageError } from './failure.ts'

/** A file, or stdin for `-`. `bytes` is null if the length is not known in advance. */
export type Input = { stream: Readable; bytes: number | null }

const REASONS: Record<string, string> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
}

export async function openInput(path: string, signal: AbortSignal): Promise<Input> {
  if (path === '-') return { stream: addAbortSignal(signal, process.stdin), bytes: null }
  const file = await open(path).catch((error) => unreadable(path, error))
  const stat = await file.stat()
  if (stat.isDirectory()) {
    await file.close()
    unreadable(path, { code: 'EISDIR' })
  }
  const stream = addAbortSignal(signal, file.createReadStream())
  return { stream, bytes: stat.isFile() ? stat.size : null }
}

/** Reads a whole small file as text. */
export async function readText(path: string): Promise<string> {
  const bytes =
    path === '-'
      ? await buffer(process.stdin)
      : await readFile(path).catch((error) => unreadable(path, error))
  if (!isUtf8(bytes)) throw new UsageError(`cannot read ${path}: it is not valid UTF-8`)
  return bytes.toString().replace(/^\uFEFF/, '')
}

function unreadable(path: string, { code = '' }: { code?: string }): never {
  throw new UsageError(`cannot read ${path}: ${REASONS[code] ?? code}`)
}
