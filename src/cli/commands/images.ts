import { openImageBucket } from '../../domain/images/image-bucket.ts'
import { uploadsFolder } from '../../domain/images/image-names.ts'
import { openImageFolder } from '../../domain/images/image-store.ts'
import { type MigrationReport, migrateImages } from '../../domain/images/migrate-images.ts'
import { type ScalingReport, scaleAllImages } from '../../domain/images/scale-all.ts'
import { loadConfig } from '../../platform/config.ts'
import { ConfigError } from '../../platform/config-error.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { failureOf } from '../terminal/failure.ts'
import { showProgress } from '../terminal/progress.ts'

export async function convertImages({ terminal, signal, open }: CommandContext): Promise<number> {
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
  terminal.printResult({ ...report, ...failure?.body }, describe(report))
  if (failure) terminal.note(`${failure.message}. Run the command again to convert the rest.`)
  return failure?.exitCode ?? EXIT.done
}

/** This command needs no database: the names of images are those of their files. */
export async function migrateToBucket({ terminal, signal }: CommandContext): Promise<number> {
  const config = loadConfig()
  if (config.bucket === null)
    throw new ConfigError('IMAGES_URL is missing: set it to the bucket that the images move to')
  const [from, to] = [openImageFolder(uploadsFolder(config)), openImageBucket(config.bucket)]
  const progress = showProgress(1)
  let report: MigrationReport = { total: 0, done: 0, copied: 0 }
  const onProgress = (now: MigrationReport) => {
    report = now
    progress.update(now.done / now.total, `${now.done} of ${now.total} files`)
  }
  const failure = await migrateImages(from, to, signal, onProgress).then(
    () => null,
    (error) => failureOf(signal.aborted ? signal.reason : error),
  )
  progress.end()
  const { done, copied, total } = report
  terminal.printResult(
    { ...report, ...failure?.body },
    `${done} of ${total} files: ${copied} copied, ${done - copied} already there.`,
  )
  if (failure) terminal.note(`${failure.message}. Run the command again to copy the rest.`)
  return failure?.exitCode ?? EXIT.done
}

function describe({ done, scaled, unreadable }: ScalingReport): string {
  const before = done - scaled - unreadable
  return `${done} images: ${scaled} converted, ${before} already converted, ${unreadable} cannot be read.`
}
