import { crc32 } from 'node:zlib'
import { readOrientation, writeOrientation } from './exif-orientation.ts'
import { type ImageHeader, webpChunks } from './image-header.ts'

/**
 * Removes the data about where, when and by whom a picture was taken: EXIF, XMP, texts, thumbnails, and anything after the
 * end of the image. Keeps the orientation, the color profile and every byte of the pixels, because decoding and encoding
 * again would cost quality. Only known parts are kept. Returns the same bytes if there is nothing to remove.
 */
export function stripMetadata(type: ImageHeader['type'], bytes: Buffer): Buffer {
  return STRIP[type](bytes)
}

const STRIP: Record<ImageHeader['type'], (bytes: Buffer) => Buffer> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
}

type Part = { name: string; bytes: Buffer }

const [APP0, APP1, APP2, APP14, START_OF_SCAN, COMMENT] = ['e0', 'e1', 'e2', 'ee', 'da', 'fe']
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1')

/** Of the application segments, JFIF, the color profile and Adobe's color transform decide how the image looks. */
function stripJpeg(file: Buffer): Buffer {
  const startsWith = ({ bytes }: Part, text: Buffer) => bytes.subarray(4, 4 + text.length).equals(text)
  const parts = [...jpegSegments(file)].flatMap((part): Buffer[] => {
    const isApplication = part.name.startsWith('e') || part.name === COMMENT
    if (!isApplication || part.name === APP0 || part.name === APP14) return [part.bytes]
    if (part.name === APP2 && startsWith(part, ICC)) return [part.bytes]
    if (part.name !== APP1 || !startsWith(part, EXIF)) return []
    const orientation = readOrientation(part.bytes.subarray(4 + EXIF.length))
    return orientation === null
      ? []
      : [jpegSegment(APP1, Buffer.concat([EXIF, writeOrientation(orientation)]))]
  })
  return Buffer.concat([file.subarray(0, 2), ...parts])
}

function jpegSegment(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`ff${name}0000`, 'hex')
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const END_OF_IMAGE = 'd9'

/** The segments up to the end of the image, named by their marker. A scan has its compressed data. */
function* jpegSegments(file: Buffer): Generator<Part> {
  // Decoders skip bytes between segments.
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 2 <= file.length; ) {
    const name = file.toString('hex', at + 1, at + 2)
    const next = endOfSegment(file, at, name)
    yield { name, bytes: file.subarray(at, next) }
    if (name === END_OF_IMAGE) return
    at = file.indexOf(0xff, next)
  }
}

function endOfSegment(file: Buffer, at: number, name: string): number {
  if (name === END_OF_IMAGE) return at + 2
  // 0xFF may be repeated before a marker.
  if (name === 'ff') return at + 1
  if (at + 4 > file.length) return file.length
  const end = at + 2 + file.readUInt16BE(at + 2)
  return name === START_OF_SCAN ? endOfScan(file, end) : end
}

/** In compressed data, 0xFF is followed by 0 or by a restart marker (T.81, B.1.1.5). */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const marker = file[at + 1] ?? 0
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (!isData) return at
  }
  return file.length
}

/** The chunks that decide how an image looks (PNG 11.2 and 11.3; the animation's are acTL, fcTL and fdAT). */
const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
)
const PNG_SIGNATURE_BYTES = 8

function stripPng(file: Buffer): Buffer {
  const parts = [...pngChunks(file)].flatMap(({ name, bytes }): Buffer[] => {
    if (PNG_CHUNKS.has(name)) return [bytes]
    const orientation = name === 'eXIf' ? readOrientation(bytes.subarray(8, -4)) : null
    return orientation === null ? [] : [pngChunk('eXIf', writeOrientation(orientation))]
  })
  return Buffer.concat([file.subarray(0, PNG_SIGNATURE_BYTES), ...parts])
}

/** The chunks up to the end of the image, each with its length, name and checksum. */
function* pngChunks(file: Buffer): Generator<Part> {
  for (let at = PNG_SIGNATURE_BYTES; at + 8 <= file.length; ) {
    const next = at + 12 + file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    yield { name, bytes: file.subarray(at, next) }
    if (name === 'IEND') return
    at = next
  }
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

const WEBP_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** The flags of VP8X for EXIF and XMP (RFC 9649, section 2.7.1). */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04]

function stripWebp(file: Buffer): Buffer {
  let orientation: number | null = null
  const parts: Buffer[] = []
  for (const { name, bytes } of webpChunks(file)) {
    if (WEBP_CHUNKS.has(name)) parts.push(bytes)
    else if (name === 'EXIF') orientation = readOrientation(withoutExifName(bytes.subarray(8)))
  }
  if (orientation !== null) parts.push(webpChunk('EXIF', writeOrientation(orientation)))
  const stripped = Buffer.concat([file.subarray(0, 12), ...parts])
  stripped.writeUInt32LE(stripped.length - 8, 4)
  if (stripped.toString('latin1', 12, 16) === 'VP8X') {
    const flags = stripped.readUInt8(20) & ~(HAS_EXIF | HAS_XMP)
    stripped.writeUInt8(orientation === null ? flags : flags | HAS_EXIF, 20)
  }
  return stripped
}

/** Some programs begin the chunk like that of a JPEG. */
function withoutExifName(data: Buffer): Buffer {
  return data.subarray(0, EXIF.length).equals(EXIF) ? data.subarray(EXIF.length) : data
}

function webpChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from(`${name}\0\0\0\0`, 'latin1'), data, Buffer.alloc(data.length % 2)])
  chunk.writeUInt32LE(data.length, 4)
  return chunk
}
