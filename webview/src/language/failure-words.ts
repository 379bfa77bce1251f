import { type CodeWithFacts, codeOf, type FactsOf, Failure, type FailureCode } from '../api/failure.ts'
import { words } from './words.ts'

/** One failure in words: what happened, and what to do next. */
export type Told = { title: string; text: string }

/** In the catalogue: a code that comes with facts tells them, and copes without. */
export type FailureWords = {
  [C in FailureCode]: {
    title: string
    text: C extends CodeWithFacts ? (facts?: Partial<FactsOf<C>>) => string : string
  }
}

/** The words for whatever was thrown, also for codes that are younger than this app. */
export function tellFailure(error: unknown, known: { resetsAt?: string | null } = {}): Told {
  const details = error instanceof Failure ? (error.details as object | undefined) : undefined
  return tellCode(codeOf(error), { ...details, ...known })
}

/** The words for a code alone, as a preview gives it. */
export function tellCode(code: FailureCode, facts: object = {}): Told {
  const { title, text } = words.failures[code] ?? words.failures.internal_error
  return { title, text: typeof text === 'string' ? text : text(facts) }
}
