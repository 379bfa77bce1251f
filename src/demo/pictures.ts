import { readFile } from 'node:fs/promises'
import type { Deps } from '../domain/deps.ts'
import { storeImage } from '../domain/images/store-image.ts'
import { SYSTEM } from '../domain/staff/caller.ts'
import { requireSuccess } from './require-success.ts'

/** Stores a picture drawn by scripts/make-demo-pictures.ts. Returns its path under /uploads. */
export async function storePicture(deps: Deps, name: string): Promise<string> {
  const bytes = await readFile(new URL(`pictures/${name}.webp`, import.meta.url))
  return requireSuccess(name, await storeImage(deps, SYSTEM, 'image/webp', bytes)).path
}
