import { Readable } from 'node:stream'
import { readRecords } from './csv-records.ts'

/** Reads the names in the header row, as an import does. The returned file has the same bytes as `file`. */
export async function readColumns(file: Readable): Promise<{ columns: string[]; file: Readable }> {
  const chunks: Uint8Array[] = []
  const source: AsyncIterator<Uint8Array> = file.iterator({ destroyOnReturn: false })
  const rest: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => source }
  const header = await readRecords(copying(rest, chunks)).next()
  return { columns: header.value?.fields ?? [], file: Readable.from(joined(chunks, rest)) }
}

async function* copying(stream: AsyncIterable<Uint8Array>, copies: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    copies.push(chunk)
    yield chunk
  }
}

async function* joined(chunks: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
  yield* rest
}
