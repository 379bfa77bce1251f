import { type DestinationStream, type Logger, pino } from 'pino'
import { isReportedByDatabase } from './database/failures.ts'

/**
 * One logger for the process: JSON lines on stdout, unless a destination is given. It never gets anything that may contain a
 * token, secret, PIN, code or e-mail address: requests are logged by route instead of URL, and errors without the values
 * that PostgreSQL quotes in its messages.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  }
  if (destination) return pino(options, destination)
  // Not pino's own destination: when the reader of a pipe has gone, that keeps the process from exiting.
  process.stdout.on('error', () => {})
  return pino(options, process.stdout)
}

/** For a terminal: a line for each message, as people read it. Loaded only then. */
export async function openReadableOutput(): Promise<DestinationStream> {
  const { PinoPretty } = await import('pino-pretty')
  return PinoPretty({ translateTime: 'HH:MM:ss', singleLine: true })
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table } = error as Error & Record<string, unknown>
  // The first line of a stack repeats the message, and the driver's messages may quote what a user sent.
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const fromDatabase = isReportedByDatabase(error)
  return {
    type: fromDatabase ? 'DatabaseError' : error.name,
    ...(fromDatabase ? {} : { message: error.message }),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    stack: frames.join('\n'),
  }
}
