import { readFile } from 'node:fs/promises'
import { SYSTEM } from '../domain/actors/caller.ts'
import type { Deps } from '../domain/deps.ts'
import { storeImage } from '../domain/images/store-image.ts'
import { requireSuccess } from './require-success.ts'

/**
 * Stores a picture of the demo data. Returns its path under /uploads. Its widths are made when they are first requested:
 * making all of them would delay the first start by half a minute.
 */
export async function storePicture(deps: Deps, name: string): Promise<string> {
  const bytes = await readFile(new URL(`pictures/${name}.webp`, import.meta.url))
  return requireSuccess(
    name,
    await storeImage(deps, { caller: SYSTEM, merchantId: null }, 'image/webp', bytes, 'later'),
  ).path
}
