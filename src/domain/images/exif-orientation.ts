const ORIENTATION_TAG = 0x0112
const ENTRY_BYTES = 12

/** The orientation in EXIF data, which is a TIFF file: 2 to 8. Null if there is none, or if the image is upright. */
export function readOrientation(tiff: Buffer): number | null {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 10 || (order !== 'II' && order !== 'MM')) return null
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return null
  const end = Math.min(directory + 2 + short(directory) * ENTRY_BYTES, tiff.length)
  for (let at = directory + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    if (short(at) !== ORIENTATION_TAG) continue
    const orientation = short(at + 8)
    return orientation >= 2 && orientation <= 8 ? orientation : null
  }
  return null
}

/** EXIF data with the orientation and nothing else: a big-endian TIFF file with one entry, a short. */
export function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
