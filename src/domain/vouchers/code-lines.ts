import { isUtf8 } from 'node:buffer'
import { MAX_CODE_LENGTH } from '@counterfoil/contract/admin-codes.ts'
import { refuse } from '../../platform/refusal.ts'
import { type Reading, readCode, readField, rejection } from './code-reading.ts'

export type CodeFileType = 'text/csv' | 'text/plain'

/** One line of a file without its line feed; of one that is too long to hold a code, the beginning. */
type Line = { number: number; bytes: Buffer; isWhole: boolean }

/** A code of four bytes a character, each of them a doubled quote, and room for blanks around it. */
const LONGEST_LINE_BYTES = 2048
const LINE_FEED = 10
const TOO_LONG = `is longer than ${MAX_CODE_LENGTH} characters`

/** The codes of a file, one a line, as the chunks of it arrive. Empty lines are skipped; so is a CSV header. */
export async function* readCodeLines(
  stream: AsyncIterable<Uint8Array>,
  type: CodeFileType,
): AsyncGenerator<Reading[]> {
  let headerMayCome = type === 'text/csv'
  for await (const lines of splitLines(stream)) {
    const readings: Reading[] = []
    for (const line of lines) {
      const reading = readLine(line, type)
      if (reading === null) continue
      const isHeader = headerMayCome && reading.reason === null && reading.value.toLowerCase() === 'code'
      headerMayCome = false
      if (!isHeader) readings.push(reading)
    }
    yield readings
  }
}

function readLine({ number, bytes, isWhole }: Line, type: CodeFileType): Reading | null {
  const text = bytes.toString()
  if (!isWhole) return rejection(number, text, TOO_LONG)
  if (!isUtf8(bytes)) return rejection(number, text, 'is not valid UTF-8')
  // Blanks, and with them the CR of a CRLF and the byte order mark of a first line.
  const trimmed = text.trim()
  if (trimmed === '') return null
  return type === 'text/csv' ? readField(number, trimmed) : readCode(number, trimmed)
}

/** However long a line and however small the chunks, no more than one chunk and the beginning of a line are held. */
async function* splitLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  let number = 1
  let begun: Buffer = Buffer.alloc(0)
  let isWhole = true
  const take = (bytes: Buffer): void => {
    const room = LONGEST_LINE_BYTES - begun.length
    isWhole &&= bytes.length <= room
    begun = begun.length === 0 ? bytes.subarray(0, room) : Buffer.concat([begun, bytes.subarray(0, room)])
  }
  const finish = (): Line => {
    const line = { number, bytes: begun, isWhole }
    number += 1
    begun = Buffer.alloc(0)
    isWhole = true
    return line
  }
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: Line[] = []
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      take(bytes.subarray(start, end))
      lines.push(finish())
      start = end + 1
    }
    take(bytes.subarray(start))
    yield lines
  }
  if (begun.length > 0) yield [finish()]
}

/** The chunks of a stream; 413 with the one that is too much. */
export async function* upToBytes(
  maxBytes: number,
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw refuse('payload_too_large', { maxBytes })
    yield chunk
  }
}
