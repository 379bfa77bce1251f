import { decodeQR } from 'qr/decode.js'

/** Finds a QR code in a picture of RGBA bytes. Null if there is none. For browsers without a detector of their own. */
export function decodeQr(rgba: Uint8ClampedArray, width: number, height: number): string | null {
  try {
    return decodeQR({ width, height, data: rgba })
  } catch {
    // The reader throws if it sees no code, or a part of one.
    return null
  }
}
