export type ImageHeader = {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  /** The bytes per pixel that a decoder keeps in memory for the whole image; 0 if it decodes line by line. */
  bytesPerPixel: number
}

/**
 * Reads type and size from the first bytes. Null for anything other than PNG, WebP or JPEG. Not read with sharp: it does not
 * tell lossless WebP, which is decoded as a whole, from lossy. It also runs only in the process that scales, where an upload
 * would wait for its turn to be refused.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  return readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** The signature, and IHDR of 13 bytes as the first chunk (PNG 5.2, 11.2.1). */
function readPng(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 33 || !bytes.subarray(0, PNG_START.length).equals(PNG_START)) return null
  const [bitDepth, isInterlaced] = [bytes.readUInt8(24), bytes[28] !== 0]
  const bytesPerPixel = isInterlaced ? (bitDepth === 16 ? 8 : 4) : 0
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytesPerPixel }
}

/** A complete RIFF container that starts with one of the three possible chunks (RFC 9649). */
function readWebp(bytes: Buffer): ImageHeader | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return null
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null
  const of = (width: number, height: number, bytesPerPixel: number): ImageHeader => {
    return { type: 'image/webp', width, height, bytesPerPixel }
  }
  switch (text(12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null
      return of(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff, 0)
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null
      const packed = bytes.readUInt32LE(21)
      return of((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1, 4)
    }
    case 'VP8X': {
      const isLossy = webpChunks(bytes).some(({ name }) => name === 'VP8 ')
      return of(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1, isLossy ? 0 : 4)
    }
    default:
      return null
  }
}

/** The chunks of a WebP file: `bytes` are a whole chunk, with its name, its length and the byte that makes it even. */
export function* webpChunks(file: Buffer): Generator<{ name: string; bytes: Buffer }> {
  const end = Math.min(file.readUInt32LE(4) + 8, file.length)
  for (let at = 12; at + 8 <= end; ) {
    const length = file.readUInt32LE(at + 4)
    const next = Math.min(at + 8 + length + (length % 2), end)
    yield { name: file.toString('latin1', at, at + 4), bytes: file.subarray(at, next) }
    at = next
  }
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** 0xC0 to 0xCF start a frame, except for DHT, JPG and DAC among them (T.81 table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker)

/** Two bytes for each sample. A component may have fewer samples than pixels. `bytes` start at the number of components. */
function coefficientBytes(bytes: Buffer): number {
  const samples: number[] = []
  for (let at = 2; at < Math.min(1 + 3 * (bytes[0] ?? 0), bytes.length); at += 3) {
    const factors = bytes.readUInt8(at)
    samples.push((factors >> 4) * (factors & 15))
  }
  const sum = samples.reduce((total, factor) => total + factor, 0)
  return (2 * sum) / Math.max(...samples, 1)
}

/** Walks the segments up to the frame header, which holds the size. */
function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) {
      const [width, height] = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
      const bytesPerPixel = isProgressive(marker) ? coefficientBytes(bytes.subarray(at + 9)) : 0
      return { type: 'image/jpeg', width, height, bytesPerPixel }
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null
    // 0xFF may be repeated before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
