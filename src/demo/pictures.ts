import { readFile } from 'node:fs/promises'
import { SYSTEM } from '../auth/staff.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/storing.ts'
import { requireSuccess } from './require-success.ts'

/** Stores a picture drawn by scripts/make-demo-pictures.ts. Returns its path under /uploads. */
export async function storePicture(deps: Deps, name: string): Promise<string> {
  const bytes = await readFile(new URL(`pictures/${name}.webp`, import.meta.url))
  return requireSuccess(name, await storeImage(deps, SYSTEM, 'image/webp', bytes)).path
}
