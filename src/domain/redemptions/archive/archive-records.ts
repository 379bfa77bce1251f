import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { castField, type Row } from './archive-file.ts'

const PAGE_RECORDS = 5000
const CHUNK_BYTES = 256 * 1024

/**
 * Reads the records of a file as they were written, the header first, without line ends. Returns the checksum of the file.
 * A month has millions of records: parsing all of them to find those of one user would take most of the time.
 */
export async function* readRecords(path: string, signal: AbortSignal): AsyncGenerator<string[], string> {
  const hash = createHash('sha256')
  const file = createReadStream(path)
  file.on('data', (chunk) => hash.update(chunk))
  const text = createGunzip({ chunkSize: CHUNK_BYTES }).setEncoding('utf8')
  const reading = pipeline(file, text, { signal })
  try {
    let page: string[] = []
    let rest = ''
    for await (const chunk of text) {
      const { records, open } = splitRecords(rest + chunk)
      rest = open
      page.push(...records)
      if (page.length < PAGE_RECORDS) continue
      yield page
      page = []
    }
    await reading
    if (page.length > 0) yield page
    return hash.digest('hex')
  } finally {
    file.destroy()
    await reading.catch(() => {})
  }
}

/** A line break within quotes does not end a record. `open` is the start of an incomplete record. */
function splitRecords(text: string): { records: string[]; open: string } {
  const records: string[] = []
  let start = 0
  let isQuoted = false
  let quote = text.indexOf('"')
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    for (; quote !== -1 && quote < end; quote = text.indexOf('"', quote + 1)) isQuoted = !isQuoted
    if (isQuoted) continue
    records.push(text.slice(start, end))
    start = end + 1
  }
  return { records, open: text.slice(start) }
}

export function parseRecord(record: string): Row {
  const [row] = parse(record, { cast: castField, relaxColumnCount: true }) as unknown as Row[]
  return row ?? []
}
