import { Refusal } from '../platform/refusal.ts'
import type { Foundation, FoundationOptions } from '../process/startup.ts'
import { openDatabase, requireDatabase } from './open-database.ts'
import { EXIT } from './terminal/exit-codes.ts'
import { failureOf } from './terminal/failure.ts'
import { watchForInterruption } from './terminal/interruption.ts'
import { openTerminal, type Terminal } from './terminal/terminal.ts'

/** The parts that a command works with. The database opens on demand, so wrong arguments are reported first. */
export type CommandContext = {
  terminal: Terminal
  signal: AbortSignal
  open(prepareSchema?: FoundationOptions['prepareSchema']): Promise<Foundation>
  /** Opens the database for a command that only reads: in a wrong folder, it must not create one. */
  openExisting(): Promise<Foundation>
}

/** Runs one command, closes everything that it opened, and returns its exit code. */
export async function runCommand(
  json: boolean,
  work: (context: CommandContext) => Promise<number | Refusal | undefined>,
): Promise<number> {
  const terminal = openTerminal(json)
  const { signal, release } = watchForInterruption()
  // A connection can break while nothing awaits it. On exit, an embedded PostgreSQL that we started stops too.
  process.on('uncaughtException', (error) => process.exit(terminal.fail(failureOf(error))))
  let foundation: Foundation | null = null
  const open: CommandContext['open'] = async (prepareSchema) => {
    foundation = await openDatabase(terminal, signal, prepareSchema)
    signal.throwIfAborted()
    return foundation
  }
  const openExisting = async () => {
    requireDatabase()
    return open()
  }
  try {
    const result = await work({ terminal, signal, open, openExisting })
    if (result instanceof Refusal) return terminal.fail(failureOf(result))
    return result ?? EXIT.done
  } catch (error) {
    // A stream that the signal has cut off fails with another error.
    return terminal.fail(failureOf(signal.aborted ? signal.reason : error))
  } finally {
    await (foundation as Foundation | null)?.close().catch((error) => terminal.note(failureOf(error).message))
    release()
  }
}
