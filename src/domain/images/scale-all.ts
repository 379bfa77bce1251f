import type { ImagesDeps } from './image-library.ts'
import { IMAGE_NAME } from './image-names.ts'

export type ScalingReport = { total: number; done: number; scaled: number; unreadable: number }

/** Scales every stored image that has not been scaled yet. Can be stopped and repeated, and run beside the service. */
export async function scaleAllImages(
  { images }: Pick<ImagesDeps, 'images'>,
  signal: AbortSignal,
  onProgress: (report: ScalingReport) => void,
): Promise<ScalingReport> {
  const originals = (await Array.fromAsync(images.store.names())).filter((name) => IMAGE_NAME.test(name))
  const report = { total: originals.length, done: 0, scaled: 0, unreadable: 0 }
  for (const name of originals) {
    signal.throwIfAborted()
    if (!(await images.findWidths(name))) {
      const widths = await images.addWidths(name)
      if (widths?.length) report.scaled += 1
      else report.unreadable += 1
    }
    report.done += 1
    onProgress(report)
  }
  return report
}
