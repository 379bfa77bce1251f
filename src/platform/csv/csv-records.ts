import { isUtf8 } from 'node:buffer'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'
import { CsvError, parse } from 'csv-parse/sync'

/** A record with its first line number, and its fields or its problem. */
export type CsvRecord = { line: number; fields: string[]; problem: null } | CsvProblem
export type CsvProblem = { line: number; fields: null; problem: Reason }

/** The body limit of a back-office request. */
const MAX_RECORD_BYTES = 64 * 1024
const TOO_LONG = reasonWith('issue.rowTooLong', { kibibytes: MAX_RECORD_BYTES / 1024 })
const STRAY_QUOTE = reasonWith('issue.strayQuote')
const NOT_UTF8 = reasonWith('issue.notUtf8')
const LINE_FEED = 10
const QUOTE = 34
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Where the first record ends, and where its first line ends; -1 if the bytes do not contain the end. */
type Extent = { end: number; firstLineEnd: number; lines: number }

/**
 * Reads the records of a CSV file (RFC 4180) as its chunks arrive, and skips empty lines. Each record is parsed alone, so
 * a problem is reported with its line and affects no other record: after an unclosed quote, reading continues on the next
 * line. However long a line is, at most one chunk and one record of maximum size are in memory.
 */
export async function* readRecords(stream: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  let held: Buffer = Buffer.alloc(0)
  let line = 1
  let skipsLine = false
  for await (const chunk of endingWithNull(stream)) {
    const ended = chunk === null
    held = chunk === null ? held : Buffer.concat([held, chunk])
    for (;;) {
      if (skipsLine) {
        const end = held.indexOf(LINE_FEED)
        held = end < 0 ? Buffer.alloc(0) : held.subarray(end + 1)
        skipsLine = end < 0
        line += skipsLine ? 0 : 1
      }
      if (held.length === 0) break
      const { end, firstLineEnd, lines } = measure(held, ended)
      const fits = (end < 0 ? held.length : end) <= MAX_RECORD_BYTES
      if (end < 0 && fits && !ended) break
      const found = end >= 0 && fits ? parseRecord(line, held.subarray(0, end)) : null
      if (found && found.problem !== STRAY_QUOTE) {
        if (found.problem !== null || found.fields.length > 0) yield found
        held = held.subarray(end + 1)
        line += lines
        continue
      }
      const isLong = firstLineEnd < 0 ? !fits : firstLineEnd > MAX_RECORD_BYTES
      yield { line, fields: null, problem: isLong ? TOO_LONG : STRAY_QUOTE }
      skipsLine = true
    }
  }
}

async function* endingWithNull(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  yield* stream
  yield null
}

/** A line feed between quotes belongs to a field: a record ends at the first one after an even number of quotes. */
function measure(bytes: Buffer, isLast: boolean): Extent {
  let [from, quotes, lines] = [0, 0, 0]
  let firstLineEnd = -1
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, from)
    const until = end < 0 ? bytes.length : end
    const line = bytes.subarray(from, until)
    for (let at = line.indexOf(QUOTE); at >= 0; at = line.indexOf(QUOTE, at + 1)) quotes += 1
    lines += 1
    if (firstLineEnd < 0) firstLineEnd = end
    if (quotes % 2 === 0 && (end >= 0 || isLast)) return { end: until, firstLineEnd, lines }
    if (end < 0) return { end, firstLineEnd, lines }
    from = end + 1
  }
}

function parseRecord(line: number, bytes: Buffer): CsvRecord {
  const isMarked = line === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const content = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
  if (!isUtf8(content)) return { line, fields: null, problem: NOT_UTF8 }
  const text = content.toString().replace(/\r$/, '')
  if (text.trim() === '') return { line, fields: [], problem: null }
  try {
    const [fields = []] = parse(text, { record_delimiter: '\n', trim: true }) as string[][]
    return { line, fields, problem: null }
  } catch (error) {
    // Within one record only quotes can be wrong. The library's messages quote the file, which may contain PINs.
    if (error instanceof CsvError) return { line, fields: null, problem: STRAY_QUOTE }
    throw error
  }
}
