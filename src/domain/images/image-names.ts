import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'

/** The names of images are hashes of the content, so the content under a name never changes. */
export const IMAGE_NAME = /^[0-9a-f]{32}\.(?:png|jpg|webp)$/

export function nameOfContent(bytes: Buffer, extension: 'png' | 'jpg' | 'webp'): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`
}

export function uploadsFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

export const SCALED_FORMATS = ['avif', 'webp'] as const
export type ScaledFormat = (typeof SCALED_FORMATS)[number]

/** The name of an image in another width. Clients cannot request this name: they use `?w=`. */
export function scaledName(original: string, width: number, format: ScaledFormat): string {
  return `${stemOf(original)}-${width}.${format}`
}

/** The name of the list of an image's widths. It is written last, so a list means that all its files exist. */
export function widthsName(original: string): string {
  return `${stemOf(original)}-widths.json`
}

function stemOf(original: string): string {
  return original.slice(0, original.indexOf('.'))
}

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  json: 'application/json',
}

export function contentTypeOf(name: string): string {
  return TYPES[name.slice(name.indexOf('.') + 1)] ?? 'application/octet-stream'
}
