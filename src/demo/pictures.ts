import { readFile } from 'node:fs/promises'
import type { Deps } from '../domain/deps.ts'
import { storeImage } from '../domain/images/store-image.ts'
import { SYSTEM } from '../domain/staff/caller.ts'
import { granted } from './granted.ts'

/** Drawn by scripts/make-demo-pictures.ts. Answers the path under /uploads. */
export async function storePicture(deps: Deps, name: string): Promise<string> {
  const bytes = await readFile(new URL(`pictures/${name}.webp`, import.meta.url))
  return granted(name, await storeImage(deps, SYSTEM, 'image/webp', bytes)).path
}
