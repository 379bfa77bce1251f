import { Refusal } from '../platform/refusal.ts'
import type { Foundation, FoundationOptions } from '../process/startup.ts'
import { openDatabase } from './database.ts'
import { EXIT } from './exit-codes.ts'
import { failureOf } from './failure.ts'
import { watchForInterruption } from './interruption.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** What a command is given. The database opens when it is asked for: what is wrong with the arguments shows before. */
export type Given = {
  terminal: Terminal
  signal: AbortSignal
  open(prepareSchema?: FoundationOptions['prepareSchema']): Promise<Foundation>
}

/** Runs one command and answers its exit code; when it returns, everything that it opened is closed. */
export async function perform(
  json: boolean,
  work: (given: Given) => Promise<number | Refusal | undefined>,
): Promise<number> {
  const terminal = openTerminal(json)
  const { signal, release } = watchForInterruption()
  // A connection that breaks while nobody waits for it. Exiting takes an embedded PostgreSQL of ours along.
  process.on('uncaughtException', (error) => process.exit(terminal.fail(failureOf(error))))
  let foundation: Foundation | null = null
  const open: Given['open'] = async (prepareSchema) => {
    foundation = await openDatabase(terminal, signal, prepareSchema)
    signal.throwIfAborted()
    return foundation
  }
  try {
    const result = await work({ terminal, signal, open })
    if (result instanceof Refusal) return terminal.fail(failureOf(result))
    return result ?? EXIT.done
  } catch (error) {
    // A stream that was cut off by the signal fails in its own words.
    return terminal.fail(failureOf(signal.aborted ? signal.reason : error))
  } finally {
    await (foundation as Foundation | null)?.close().catch((error) => terminal.note(failureOf(error).message))
    release()
  }
}
