import { ERRORS } from '@counterfoil/contract/errors.ts'
import { ConfigError } from '../platform/config.ts'
import { isReportedByDatabase, isUnreachable } from '../platform/database/failures.ts'
import { MigrationError } from '../platform/database/migrate.ts'
import { refusalOf } from '../platform/http/errors.ts'
import { errorBody } from '../platform/http/refusal-reply.ts'
import type { Refusal } from '../platform/refusal.ts'
import { EXIT } from './exit-codes.ts'
import { visible } from './table.ts'

/** Why a command did not do what it was asked for. `message` is one line. */
export type Failure = { body: Record<string, unknown>; message: string; exitCode: number }

/** An argument that a person can mend: a file that is not there, options that exclude each other. */
export class UsageError extends Error {}

/** A signal came, and the command stopped at the next safe place. */
export class Interruption extends Error {
  readonly exitCode: number

  constructor(signalNumber: number) {
    super('interrupted')
    this.exitCode = 128 + signalNumber
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Interruption) return plainly('interrupted', null, error.exitCode)
  if (error instanceof UsageError) return plainly('usage', error.message, EXIT.usage)
  if (error instanceof ConfigError || error instanceof MigrationError) {
    return plainly('configuration', error.message, EXIT.failed)
  }
  if (isUnreachable(error)) {
    return plainly('unavailable', 'the database went out of reach: try again', EXIT.failed)
  }
  const refusal = refusalOf(error as Parameters<typeof refusalOf>[0])
  if (refusal.code === 'internal_error') return plainly('internal_error', unforeseen(error), EXIT.failed)
  return {
    body: errorBody(refusal),
    message: `${refusal.code}: ${wordsOf(refusal)}`,
    exitCode: EXIT.refused,
  }
}

/** The issues where there are any, else what it is about, else what the code means. */
export function wordsOf({ code, issues, details }: Refusal): string {
  if (issues) return issues.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; ')
  if (details) {
    const named = Object.entries(details).map(([name, value]) => `${name} ${visible(String(value))}`)
    return named.join(', ')
  }
  return ERRORS[code].meaning
}

function plainly(error: string, message: string | null, exitCode: number): Failure {
  return {
    body: message === null ? { error } : { error, message },
    message: message ?? error,
    exitCode,
  }
}

/** A driver's message may quote what stands in the database. */
function unforeseen(error: unknown): string {
  if (!(error instanceof Error)) return 'unforeseen'
  const { code } = error as { code?: unknown }
  if (isReportedByDatabase(error)) return `PostgreSQL says ${code}`
  return visible(error.message.replaceAll('\n', ' '))
}
