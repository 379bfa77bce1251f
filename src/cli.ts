#!/usr/bin/env node
import { CommanderError } from 'commander'
import { EXIT } from './cli/exit-codes.ts'
import { buildProgram } from './cli/program.ts'

/** The `counterfoil` command. Its result goes to stdout, everything else to stderr. */
export async function run(args: string[]): Promise<void> {
  // `counterfoil partner list | head -1`: the reader may close the pipe early.
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

/** Also called for --help and --version. For a group without a command, commander has already shown the help. */
function reportUsage({ code, exitCode, message }: CommanderError, json: boolean): number {
  if (exitCode === 0) return EXIT.done
  const isHelp = code === 'commander.help'
  const line = isHelp ? 'a command is missing' : message.replace(/^error: /, '').replaceAll('\n', ' ')
  if (json) process.stdout.write(`${JSON.stringify({ error: 'usage', message: line })}\n`)
  else if (!isHelp) process.stderr.write(`counterfoil: ${line}; see "counterfoil --help"\n`)
  return EXIT.usage
}

if (import.meta.main) await run(process.argv.slice(2))
