import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineImages(program: Command): void {
  const images = program.command('images').description('uploaded images: convert, migrate')

  images
    .command('convert')
    .description('make the smaller widths of all images that do not have them yet')
    .addHelpText(
      'after',
      `
New uploads have their widths already, and older ones get them when they are first requested. This command makes
them in advance. It is safe to stop, to repeat and to run beside a running service.

Example:
  $ counterfoil images convert
  68 images: 68 converted, 0 already converted, 0 cannot be read.`,
    )
    .action(commandAction(async () => (await import('./images.ts')).convertImages))

  images
    .command('migrate')
    .description('copy the images of DATA_DIR/uploads into the bucket of IMAGES_URL')
    .addHelpText(
      'after',
      `
Copies only what the bucket does not have yet, and deletes nothing. It is safe to stop, to repeat and to run beside
a running service. Run it before and once more after the nodes are restarted with IMAGES_URL.

Example:
  $ counterfoil images migrate
  544 of 544 files: 544 copied, 0 already there.`,
    )
    .action(commandAction(async () => (await import('./images.ts')).migrateToBucket))
}
