import { buffer } from 'node:stream/consumers'
import type { ImageStore } from './image-store.ts'

export type MigrationReport = { total: number; done: number; copied: number }

/**
 * Copies every image that the other store does not have yet, and deletes nothing. Can be stopped and repeated, and run
 * beside the service. Lists of widths are copied last, because a list says that all its files are there.
 */
export async function migrateImages(
  from: ImageStore,
  to: ImageStore,
  signal: AbortSignal,
  onProgress: (report: MigrationReport) => void,
): Promise<void> {
  const known = new Set(await Array.fromAsync(to.names()))
  const names = (await Array.fromAsync(from.names())).filter((name) => !name.startsWith('.'))
  const isList = (name: string) => Number(name.endsWith('.json'))
  const report = { total: names.length, done: 0, copied: 0 }
  for (const name of names.toSorted((a, b) => isList(a) - isList(b) || a.localeCompare(b))) {
    signal.throwIfAborted()
    const file = known.has(name) ? null : await from.get(name)
    if (file) {
      await to.put(name, await buffer(file.stream()))
      report.copied += 1
    }
    report.done += 1
    onProgress(report)
  }
}
