// Single files of the package: its index has the readers of all other barcodes as well.
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap.js'
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer.js'
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader.js'
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource.js'

const reader = new QRCodeReader()

/** Finds a QR code in a picture of RGBA bytes. Null if there is none. For browsers without a detector of their own. */
export function decodeQr(rgba: Uint8ClampedArray, width: number, height: number): string | null {
  const gray = new Uint8ClampedArray(width * height)
  for (let i = 0; i < gray.length; i += 1) {
    const [red = 0, green = 0, blue = 0] = [rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2]]
    gray[i] = (red + 2 * green + blue) >> 2
  }
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(gray, width, height)))
  try {
    return reader.decode(picture).getText()
  } catch {
    // The reader throws if it sees no code, or a part of one.
    return null
  } finally {
    reader.reset()
  }
}
