import { correction, generate, mode } from 'lean-qr'

/** What version 15 holds at level M. A voucher code has at most 100 characters of at most 4 bytes each. */
const MAX_BYTES = 412

/** Rows of modules, true for dark, without the quiet zone. Null if the text is too long. */
export function encodeQrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > MAX_BYTES) return null
  // Plain bytes without an ECI header, which not every scanner at a till understands.
  const { size, get } = generate(mode.bytes(bytes), {
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
  })
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => get(x, y)))
}
