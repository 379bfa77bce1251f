import type { Command } from 'commander'
import type { Refusal } from '../platform/refusal.ts'
import type { CommandContext } from './run-command.ts'

// biome-ignore lint/suspicious/noExplicitAny: its definition declares the arguments and options
type Work = (context: CommandContext, ...args: any[]) => Promise<number | Refusal | undefined>

/** The action of a command: loads its code, runs it, sets the exit code. */
export function commandAction(
  load: () => Promise<Work>,
): (this: Command, ...args: unknown[]) => Promise<void> {
  return async function (this: Command, ...args: unknown[]) {
    const { runCommand } = await import('./run-command.ts')
    const work = await load()
    const json = this.optsWithGlobals().json === true
    process.exitCode = await runCommand(json, (context) => work(context, ...args))
  }
}
