import { type DestinationStream, type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'
import { isReportedByDatabase } from './database/failures.ts'

/**
 * One logger for the process: readable in a terminal, JSON lines otherwise. It never gets anything that may contain a
 * token, secret, PIN, code or e-mail address: requests are logged by route instead of URL, and errors without the values
 * that PostgreSQL quotes in its messages.
 */
export function createLogger(level: string, readable: boolean, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  }
  if (destination) return pino(options, destination)
  if (readable) return pino(options, PinoPretty({ translateTime: 'HH:MM:ss', singleLine: true }))
  // Not pino's own destination: when the reader of a pipe has gone, that keeps the process from exiting.
  process.stdout.on('error', () => {})
  return pino(options, process.stdout)
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
