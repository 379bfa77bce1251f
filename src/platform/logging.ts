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

const SAYING = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent', 'child'] as const
const PARENT = Symbol('parent')
const BINDINGS = Symbol('bindings')
type Lazy = { [PARENT]: Logger; [BINDINGS]: object } & Record<(typeof SAYING)[number], unknown>

/** Each method creates the child logger, then replaces all methods with those of the child. */
const lazily: object = Object.fromEntries(
  SAYING.map((method) => [
    method,
    function (this: Lazy, ...said: unknown[]) {
      const child = this[PARENT].child(this[BINDINGS])
      for (const name of SAYING) this[name] = child[name].bind(child)
      return (this[method] as (...said: unknown[]) => unknown)(...said)
    },
  ]),
)

/** A child logger that is created with its first log line: creating one takes as long as finding the nearest merchants. */
export function lazyChild(parent: Logger, bindings: object): Logger {
  return Object.assign(Object.create(lazily), { level: parent.level, [PARENT]: parent, [BINDINGS]: bindings })
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
