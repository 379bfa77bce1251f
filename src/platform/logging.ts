import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { isReportedByDatabase } from './database/failures.ts'

/**
 * Opens the one logger of the process. It writes JSON lines to `destination`, by default stdout. It never gets anything
 * that may contain a token, secret, PIN, code or e-mail address: requests are logged by route instead of URL, and errors
 * without the values that PostgreSQL quotes in its messages. `base` is part of every line.
 */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  base: { node: string; version: string } | null = null,
): Logger {
  const options = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    hooks: { logMethod: logWithoutUrl },
  }
  if (destination) return pino(options, destination)
  // We do not use pino's own destination: if the reader of a pipe has gone, it keeps the process from exiting.
  process.stdout.on('error', () => {})
  return pino(options, process.stdout)
}

/** Writes readable lines to a terminal, without node and version. The library is loaded only if needed. */
export async function openReadableOutput(): Promise<DestinationStream> {
  const { PinoPretty } = await import('pino-pretty')
  return PinoPretty({ translateTime: 'HH:MM:ss', singleLine: true, ignore: 'node,version' })
}

/**
 * Replaces the warning of Fastify about a second response after the deadline's. It quotes the URL, which may contain an
 * external id or a search for a person.
 */
function withoutUrl(message: string): string {
  return message.startsWith('Reply was already sent') ? 'dropped a second response to a request' : message
}

/** Fastify logs this warning as a text, or as an error without a text, for which pino takes the error's message. */
function logWithoutUrl(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [first, text] = args as unknown[]
  if (typeof first === 'string') args[0] = withoutUrl(first)
  else if (text === undefined && isLoggedError(first)) args[1] = withoutUrl(first.err.message)
  log.apply(this, args)
}

function isLoggedError(fields: unknown): fields is { err: Error } {
  return typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table } = error as Error & Record<string, unknown>
  // The first line of a stack repeats the message, and messages of the driver may quote values of a user.
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const fromDatabase = isReportedByDatabase(error)
  return {
    type: fromDatabase ? 'DatabaseError' : error.name,
    ...(fromDatabase ? {} : { message: withoutUrl(error.message) }),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    stack: frames.join('\n'),
  }
}
