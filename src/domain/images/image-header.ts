export type ImageHeader = { type: 'image/png' | 'image/jpeg' | 'image/webp'; width: number; height: number }

/** Reads type and size from the first bytes. Null for anything other than PNG, WebP or JPEG. */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  return readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** The signature, and IHDR of 13 bytes as the first chunk (PNG 5.2, 11.2.1). */
function readPng(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 33 || !bytes.subarray(0, PNG_START.length).equals(PNG_START)) return null
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** A complete RIFF container that starts with one of the three possible chunks (RFC 9649). */
function readWebp(bytes: Buffer): ImageHeader | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return null
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null
  const type = 'image/webp'
  switch (text(12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null
      const packed = bytes.readUInt32LE(21)
      return { type, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** 0xC0 to 0xCF start a frame, except for DHT, JPG and DAC among them (T.81 table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Walks the segments up to the frame header, which holds the size. */
function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null
    // 0xFF may be repeated before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
