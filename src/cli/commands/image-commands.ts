import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineImages(program: Command): void {
  program
    .command('images')
    .description('uploaded images: convert')
    .command('convert')
    .description('make the smaller widths of all images that do not have them yet')
    .addHelpText(
      'after',
      `
New uploads have their widths already, and older ones get them when they are first asked for. This command makes
them in advance. It is safe to stop, to repeat and to run beside a running service.

Example:
  $ counterfoil images convert
  68 images: 68 converted, 0 converted before, 0 cannot be read.`,
    )
    .action(commandAction(async () => (await import('./images.ts')).convertImages))
}
