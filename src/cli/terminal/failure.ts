import { ERRORS } from '@counterfoil/contract/errors.ts'
import { ConfigError, StartError } from '../../platform/config-error.ts'
import { isReportedByDatabase, isUnreachable } from '../../platform/database/failures.ts'
import { MigrationError } from '../../platform/database/migrate.ts'
import { refusalOf } from '../../platform/http/refusal-of-error.ts'
import { errorBody } from '../../platform/http/refusal-reply.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { StoreUnavailable } from '../../platform/store-unavailable.ts'
import { visible } from '../../platform/visible-text.ts'
import { EXIT } from './exit-codes.ts'

/** Why a command failed. `message` is one line. */
export type Failure = { body: Record<string, unknown>; message: string; exitCode: number }

/** Thrown for arguments that a person can fix: a missing file, options that exclude each other. */
export class UsageError extends Error {}

/** Thrown after a signal, when the command stopped at the next safe point. */
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
  if (error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError) {
    return plainly('configuration', error.message, EXIT.failed)
  }
  if (isUnreachable(error)) {
    return plainly('unavailable', 'the database is unavailable: try again', EXIT.failed)
  }
  if (error instanceof StoreUnavailable) return plainly('unavailable', error.message, EXIT.failed)
  const refusal = refusalOf(error as Parameters<typeof refusalOf>[0])
  if (refusal.code === 'internal_error') return plainly('internal_error', unexpected(error), EXIT.failed)
  return {
    body: errorBody(refusal),
    message: `${refusal.code}: ${messageOf(refusal, flagOf)}`,
    exitCode: EXIT.refused,
  }
}

/** The issues if there are any, else the details, else the meaning of the code. `nameOf` names a field for the reader. */
export function messageOf({ code, issues, details }: Refusal, nameOf = (field: string) => field): string {
  if (issues)
    return issues.map(({ path, message }) => `${nameOf(path.slice(1))} ${message}`.trim()).join('; ')
  if (details) {
    const named = Object.entries(details).map(([name, value]) => `${name} ${visible(String(value))}`)
    return named.join(', ')
  }
  return ERRORS[code].meaning
}

/** The flags whose name differs from their field. */
const FLAGS: Record<string, string> = {
  expiresAt: '--expires',
  frameAncestors: '--frame-ancestor',
  publicKey: '--public-key-file',
  nextPublicKey: '--next-public-key-file',
  secret: '--secret-file',
}

/** `displayName` is the flag `--display-name`. A part of a field, such as `scope/merchantIds`, has no flag. */
function flagOf(field: string): string {
  if (!/^[a-z]+$/i.test(field)) return field
  return FLAGS[field] ?? `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function plainly(error: string, message: string | null, exitCode: number): Failure {
  return {
    body: message === null ? { error } : { error, message },
    message: message ?? error,
    exitCode,
  }
}

/** The message of a database error may quote stored values, so only its code is shown. */
function unexpected(error: unknown): string {
  if (!(error instanceof Error)) return 'unexpected error'
  const { code } = error as { code?: unknown }
  if (isReportedByDatabase(error)) return `PostgreSQL error ${code}`
  return visible(error.message.replaceAll('\n', ' '))
}
