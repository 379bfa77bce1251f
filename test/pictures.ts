import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one gray level. `byteLength` pads it behind its end, which decoders ignore. */
export function grayPng(width: number, height: number, gray = 0x80, byteLength = 0): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, gray)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return padded(pngOf(width, height, 8, pixels), byteLength)
}

/** A small file that claims many pixels, all black, with one bit for each. */
export function bombPng(width: number, height: number): Buffer {
  return pngOf(width, height, 1, deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8)))))
}

function pngOf(width: number, height: number, bits: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
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

function padded(bytes: Buffer, byteLength: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, byteLength - bytes.length))])
}
