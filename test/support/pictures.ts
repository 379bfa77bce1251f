import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one gray level. Padded to `byteLength` with a new random palette each time, which decoders ignore. */
export function grayPng(width: number, height: number, gray = 0x80, byteLength = 0): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, gray)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const room = byteLength - pngOf(width, height, 8, pixels).length - CHUNK_BYTES
  return pngOf(width, height, 8, pixels, room > 0 ? [chunk('sPLT', paletteOf(room))] : [])
}

/** A small file that claims many pixels, all black, with one bit for each. */
export function bombPng(width: number, height: number): Buffer {
  return pngOf(width, height, 1, deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8)))))
}

/** Length, name and checksum. */
const CHUNK_BYTES = 12

/** A suggested palette (PNG 11.3.5.4): a name of 1 to 6 letters, the depth, and entries of 6 bytes. */
function paletteOf(byteLength: number): Buffer {
  const name = 'p'.repeat(1 + ((byteLength - 3) % 6))
  return Buffer.concat([Buffer.from(`${name}\0\x08`), randomBytes(byteLength - name.length - 2)])
}

function pngOf(width: number, height: number, bits: number, pixels: Buffer, more: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
