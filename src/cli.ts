#!/usr/bin/env node
import { type Command, CommanderError } from 'commander'
import { buildProgram } from './cli/program.ts'
import { EXIT } from './cli/terminal/exit-codes.ts'

/** The `counterfoil` command: its result goes to stdout, everything else to stderr. */
export async function run(args: string[]): Promise<void> {
  // The reader of a pipe may close it early: `counterfoil partner list | head -1`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const program = buildProgram()
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = reportUsage(error, args.includes('--json'), commandIn(program, args))
  }
}

/** The part of the arguments that names a command, such as `counterfoil key create`. */
function commandIn(program: Command, args: string[]): string {
  let command = program
  for (const arg of args) {
    const next = command.commands.find((one) => one.name() === arg)
    if (next) command = next
    else if (!arg.startsWith('-')) break
  }
  const names: string[] = []
  for (let one: Command | null = command; one; one = one.parent) names.unshift(one.name())
  return names.join(' ')
}

/** `--help` and `--version` end here too. A group without a command has already printed its help. */
function reportUsage({ code, exitCode, message }: CommanderError, json: boolean, command: string): number {
  if (exitCode === 0) return EXIT.done
  const isHelp = code === 'commander.help'
  const line = isHelp ? 'missing command' : message.replace(/^error: /, '').replaceAll('\n', ' ')
  if (json) process.stdout.write(`${JSON.stringify({ error: 'usage', message: line })}\n`)
  else if (!isHelp) process.stderr.write(`counterfoil: ${line}; run "${command} --help" for help\n`)
  return EXIT.usage
}

if (import.meta.main) await run(process.argv.slice(2))
