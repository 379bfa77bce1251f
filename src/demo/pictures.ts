import { readFile } from 'node:fs/promises'
import { SYSTEM } from '../auth/staff.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/storing.ts'
import { granted } from './granted.ts'

/** Drawn by scripts/make-demo-pictures.ts. Answers the path under /uploads. */
export async function storePicture(deps: Deps, name: string): Promise<string> {
  const bytes = await readFile(new URL(`pictures/${name}.webp`, import.meta.url))
  return granted(name, await storeImage(deps, SYSTEM, 'image/webp', bytes)).path
}
