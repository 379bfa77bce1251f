import { type ScalingReport, scaleAllImages } from '../../domain/images/scale-all.ts'
import type { Given } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { failureOf } from '../terminal/failure.ts'
import { showProgress } from '../terminal/progress.ts'

export async function convertImages({ terminal, signal, open }: Given): Promise<number> {
  const { deps } = await open()
  const progress = showProgress(1)
  let report: ScalingReport = { total: 0, done: 0, scaled: 0, unreadable: 0 }
  const onProgress = (now: ScalingReport) => {
    report = now
    progress.update(now.done / now.total, `${now.done} of ${now.total} images`)
  }
  const failure = await scaleAllImages(deps, signal, onProgress).then(
    () => null,
    (error) => failureOf(signal.aborted ? signal.reason : error),
  )
  progress.end()
  terminal.answer({ ...report, ...failure?.body }, describe(report))
  if (failure) terminal.note(`${failure.message}. Run the command again to convert the rest.`)
  return failure?.exitCode ?? EXIT.done
}

function describe({ done, scaled, unreadable }: ScalingReport): string {
  const before = done - scaled - unreadable
  return `${done} images: ${scaled} converted, ${before} converted before, ${unreadable} cannot be read.`
}
