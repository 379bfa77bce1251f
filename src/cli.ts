#!/usr/bin/env node
import { CommanderError } from 'commander'
import { buildProgram } from './cli/program.ts'
import { EXIT } from './cli/terminal/exit-codes.ts'

/** The `counterfoil` command: its result goes to stdout, everything else to stderr. */
export async function run(args: string[]): Promise<void> {
  // `counterfoil partner list | head -1`: a reader may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  try {
    await buildProgram().parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = reportUsage(error, args.includes('--json'))
  }
}

/** --help and --version end here too. A group without a command has already printed its help. */
function reportUsage({ code, exitCode, message }: CommanderError, json: boolean): number {
  if (exitCode === 0) return EXIT.done
  const isHelp = code === 'commander.help'
  const line = isHelp ? 'missing command' : message.replace(/^error: /, '').replaceAll('\n', ' ')
  if (json) process.stdout.write(`${JSON.stringify({ error: 'usage', message: line })}\n`)
  else if (!isHelp) process.stderr.write(`counterfoil: ${line}; run "counterfoil --help" for the commands\n`)
  return EXIT.usage
}

if (import.meta.main) await run(process.argv.slice(2))
