import { readFile } from 'node:fs/promises'
import type { ImagesDeps } from '../images/image-library.ts'
import { nameOfContent } from '../images/image-names.ts'

/** Stores the picture of the vouchers in sandboxes, unless it is stored already. Returns its path under /uploads. */
export async function storeScenarioPicture({ images }: Pick<ImagesDeps, 'images'>): Promise<string> {
  const bytes = await readFile(new URL('scenario-picture.webp', import.meta.url))
  const name = nameOfContent(bytes, 'webp')
  await images.store.put(name, bytes)
  return `/uploads/${name}`
}
