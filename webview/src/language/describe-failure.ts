import { codeOf, Failure, type FailureCode } from '../api/failure.ts'
import { type FailureWords, SAME_AS } from './failures/failure-words.ts'
import { words } from './words.ts'

/** A failure as the user reads it: what happened, and what to do next. */
export type FailureText = { title: string; text: string }

/** The words for any thrown value, including codes that are newer than this app. */
export function describeFailure(error: unknown, known: { resetsAt?: string | null } = {}): FailureText {
  const details = error instanceof Failure ? (error.details as object | undefined) : undefined
  return describeCode(codeOf(error), { ...details, ...known })
}

/** The words for a code without an error, as in a preview. */
export function describeCode(code: FailureCode, facts: object = {}): FailureText {
  const named = code in SAME_AS ? SAME_AS[code as keyof typeof SAME_AS] : (code as keyof FailureWords)
  const { title, text } = words.failures[named] ?? words.failures.internal_error
  return { title, text: typeof text === 'string' ? text : text(facts) }
}
