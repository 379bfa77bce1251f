import { buffer } from 'node:stream/consumers'
import type { Config } from '../../platform/config.ts'
import { FairPlaces } from '../../platform/fair-places.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { openImageBucket } from './image-bucket.ts'
import { type ScaledFormat, scaledName, uploadsFolder, widthsName } from './image-names.ts'
import { type ImageStore, openImageFolder } from './image-store.ts'
import type { ScaledImage } from './scale-image.ts'
import { ScalingProcess } from './scaling-process.ts'

/** A scaled version of an image, without its bytes. */
export type ScaledFile = Omit<ScaledImage, 'bytes'>

export type ImagesDeps = Runtime & { images: ImageLibrary }

/** How many lists of widths are in memory. */
const MAX_REMEMBERED = 10_000

const MIB = 1024 * 1024
/** The bytes of bodies in memory: four uploads of the maximum size for a merchant, twelve for a node. */
const UPLOADS = { perKey: 20 * MIB, inAll: 60 * MIB, retryAfterSeconds: 5 }
/** All images that are stored already share this key. */
const STORED = 'stored'

/** Stores images and their widths. Scales one image at a time, so that requests keep a processor and memory is limited. */
export class ImageLibrary {
  readonly store: ImageStore
  /** The uploads that are being received or wait to be scaled, by merchant. */
  readonly uploads = new FairPlaces(UPLOADS)
  readonly #remembered = new Map<string, ScaledFile[]>()
  readonly #scaling = new Map<string, Promise<ScaledImage[] | null>>()
  readonly #adding = new Map<string, Promise<ScaledFile[] | null>>()
  readonly #turns = new FairPlaces({ atOnce: 1 })
  readonly #process = new ScalingProcess()
  #isClosed = false

  constructor(store: ImageStore) {
    this.store = store
  }

  /** The widths of an image: empty if it cannot be decoded, null if it has not been scaled yet. */
  async findWidths(name: string): Promise<ScaledFile[] | null> {
    const known = this.#remembered.get(name)
    if (known) return known
    const list = await this.store.get(widthsName(name))
    return list && this.#remember(name, JSON.parse((await buffer(list.stream())).toString()))
  }

  /**
   * Scales an image that is about to be stored. Returns null if it cannot be decoded. Concurrent callers share the work.
   * Merchants take turns, by the key `turn`, which `turnOf` returns for an upload.
   */
  scale(name: string, bytes: () => Promise<Buffer>, turn = STORED): Promise<ScaledImage[] | null> {
    const running = this.#scaling.get(name)
    if (running) return running
    const scaling = this.#inTurn(turn, async () => this.#process.scale(await bytes())).finally(() =>
      this.#scaling.delete(name),
    )
    this.#scaling.set(name, scaling)
    return scaling
  }

  /** Stores the widths of an image, and their list last. Safe to repeat after a crash, and on several nodes at once. */
  async putWidths(name: string, scaled: ScaledImage[]): Promise<ScaledFile[]> {
    for (const { width, format, bytes } of scaled)
      await this.store.put(scaledName(name, width, format), bytes)
    const files = scaled.map(({ width, format }) => ({ width, format }))
    await this.store.put(widthsName(name), Buffer.from(JSON.stringify(files)))
    return this.#remember(name, files)
  }

  /** Scales a stored image once. Returns null if there is no such image. Concurrent callers share the work. */
  addWidths(name: string): Promise<ScaledFile[] | null> {
    const running = this.#adding.get(name)
    if (running) return running
    const adding = this.#addWidths(name).finally(() => this.#adding.delete(name))
    this.#adding.set(name, adding)
    return adding
  }

  /** Waits for the image that is being scaled. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled([...this.#scaling.values(), ...this.#adding.values()])
    this.#process.stop()
  }

  async #addWidths(name: string): Promise<ScaledFile[] | null> {
    const known = await this.findWidths(name)
    if (known) return known
    const original = await this.store.get(name)
    if (!original) return null
    const scaled = await this.scale(name, () => buffer(original.stream()))
    return this.putWidths(name, scaled ?? [])
  }

  #inTurn<T>(turn: string, work: () => Promise<T>): Promise<T> {
    return this.#turns.inTurn(turn, async () => {
      if (this.#isClosed) throw new Error('shutting down: the image is scaled when it is next requested')
      return work()
    })
  }

  #remember(name: string, files: ScaledFile[]): ScaledFile[] {
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear()
    this.#remembered.set(name, files)
    return files
  }
}

/** The key of an upload. All uploads of a merchant share one, and so do all uploads without a merchant. */
export function turnOf(merchantId: string | null): string {
  return merchantId ?? 'no merchant'
}

export function openImageLibrary({ config }: { config: Config }): ImageLibrary {
  return new ImageLibrary(
    config.bucket ? openImageBucket(config.bucket) : openImageFolder(uploadsFolder(config)),
  )
}

/** The file with the nearest width (or the larger of two) in the best format that the client accepts. */
export function nearestFile(
  files: readonly ScaledFile[],
  width: number,
  accepted: readonly ScaledFormat[],
): ScaledFile | null {
  const distance = (file: ScaledFile) => Math.abs(file.width - width)
  const [nearest] = files
    .filter(({ format }) => accepted.includes(format))
    .toSorted(
      (a, b) =>
        distance(a) - distance(b) ||
        b.width - a.width ||
        accepted.indexOf(a.format) - accepted.indexOf(b.format),
    )
  return nearest ?? null
}
