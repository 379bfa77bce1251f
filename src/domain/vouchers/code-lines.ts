import { isUtf8 } from 'node:buffer'
import { reasonWith } from '@counterfoil/contract/words/reason.ts'
import { refuse } from '../../platform/refusal.ts'
import { type Reading, readCode, readField, rejection, TOO_LONG } from './code-reading.ts'

export type CodeFileType = 'text/csv' | 'text/plain'

/** One line of a file without its line feed; only its start if the line is too long for a code. */
type Line = { number: number; bytes: Buffer; isWhole: boolean }

/** This fits the longest code at four bytes per character, or all doubled quotes, with room for spaces around it. */
const MAX_LINE_BYTES = 2048
const LINE_FEED = 10

/** Reads one code per line while the file arrives. Skips empty lines and a CSV header. */
export async function* readCodeLines(
  stream: AsyncIterable<Uint8Array>,
  type: CodeFileType,
): AsyncGenerator<Reading[]> {
  let mayBeHeader = type === 'text/csv'
  for await (const lines of splitLines(stream)) {
    const readings: Reading[] = []
    for (const line of lines) {
      const reading = readLine(line, type)
      if (reading === null) continue
      const isHeader = mayBeHeader && reading.reason === null && reading.value.toLowerCase() === 'code'
      mayBeHeader = false
      if (!isHeader) readings.push(reading)
    }
    yield readings
  }
}

function readLine({ number, bytes, isWhole }: Line, type: CodeFileType): Reading | null {
  const text = bytes.toString()
  if (!isWhole) return rejection(number, text, TOO_LONG)
  if (!isUtf8(bytes)) return rejection(number, text, reasonWith('issue.notUtf8'))
  // Also removes the CR of a CRLF, and a byte order mark on the first line.
  const trimmed = text.trim()
  if (trimmed === '') return null
  return type === 'text/csv' ? readField(number, trimmed) : readCode(number, trimmed)
}

/** Keeps at most one chunk and `MAX_LINE_BYTES` in memory, however long a line is. */
async function* splitLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  let number = 1
  let current: Buffer = Buffer.alloc(0)
  let isWhole = true
  const append = (bytes: Buffer): void => {
    const room = MAX_LINE_BYTES - current.length
    isWhole &&= bytes.length <= room
    current =
      current.length === 0 ? bytes.subarray(0, room) : Buffer.concat([current, bytes.subarray(0, room)])
  }
  const finish = (): Line => {
    const line = { number, bytes: current, isWhole }
    number += 1
    current = Buffer.alloc(0)
    isWhole = true
    return line
  }
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: Line[] = []
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      append(bytes.subarray(start, end))
      lines.push(finish())
      start = end + 1
    }
    append(bytes.subarray(start))
    yield lines
  }
  if (current.length > 0) yield [finish()]
}

/** Passes the chunks through. Throws the 413 refusal once there are more than `maxBytes`. */
export async function* limitBytes(
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
