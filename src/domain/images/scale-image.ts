import type { Sharp } from 'sharp'
import type { ScaledFormat } from './image-names.ts'

export const WIDTHS = [320, 640, 1280]
/** Phones take pictures of 12 to 50 million pixels. A file of 5 MiB can claim far more, to fill our memory. */
export const MAX_PIXELS = 50_000_000
/** The memory limit for images that cannot be decoded line by line: progressive JPEG, interlaced PNG, lossless WebP. */
export const MAX_BYTES_AT_ONCE = 150_000_000

export type ScaledImage = { width: number; format: ScaledFormat; bytes: Buffer }

/** Above effort 2, AVIF takes 5 times as long for files that are a tenth smaller. */
const ENCODERS: Record<ScaledFormat, (image: Sharp) => Sharp> = {
  webp: (image) => image.webp({ quality: 80 }),
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
}

/**
 * Scales the image to every width up to its own: upright, in sRGB and without metadata. AVIF is kept only if it is smaller
 * than WebP. Returns null if the image cannot be decoded. An animation becomes its first frame. Runs outside the event
 * loop.
 */
export async function scaleImage(bytes: Buffer): Promise<ScaledImage[] | null> {
  const sharp = await loadSharp()
  const decoded = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: WIDTHS.at(-1) as number, withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (!decoded) return null
  const { data, info } = decoded
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const widths = new Set(WIDTHS.map((width) => Math.min(width, info.width)))
  const scaled: ScaledImage[] = []
  for (const width of widths) {
    const encode = (format: ScaledFormat) =>
      ENCODERS[format](sharp(data, { raw }).resize({ width })).toBuffer()
    const [webp, avif] = [await encode('webp'), await encode('avif')]
    scaled.push({ width, format: 'webp', bytes: webp })
    if (avif.length < webp.length) scaled.push({ width, format: 'avif', bytes: avif })
  }
  return scaled
}

/** The library is loaded at its first use, because most processes need neither its memory nor its start-up time. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Each image uses one thread, and nothing is kept between images.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
