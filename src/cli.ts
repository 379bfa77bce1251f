#!/usr/bin/env node
import { CommanderError } from 'commander'
import { EXIT } from './cli/exit-codes.ts'
import { buildProgram } from './cli/program.ts'

/** The `counterfoil` command. What it says is its answer on stdout, anything else on stderr, and its exit code. */
export async function run(args: string[]): Promise<void> {
  // `counterfoil partner list | head -1`: who has read enough may leave.
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

/** --help and --version end here too. A group without its command has had its help shown. */
function reportUsage({ code, exitCode, message }: CommanderError, json: boolean): number {
  if (exitCode === 0) return EXIT.done
  const isHelp = code === 'commander.help'
  const line = isHelp ? 'a command is missing' : message.replace(/^error: /, '').replaceAll('\n', ' ')
  if (json) process.stdout.write(`${JSON.stringify({ error: 'usage', message: line })}\n`)
  else if (!isHelp) process.stderr.write(`counterfoil: ${line}; "counterfoil --help" lists what there is\n`)
  return EXIT.usage
}

if (import.meta.main) await run(process.argv.slice(2))
