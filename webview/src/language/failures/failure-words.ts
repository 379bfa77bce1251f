import type { CodeWithFacts, FactsOf, FailureCode } from '../../api/failure.ts'

/** A longer wait is given as a clock time and in minutes, a shorter one in seconds. */
export const LONG_WAIT_SECONDS = 90

/** The operator's message may be in another language, so its direction is kept apart. */
export function withMessage(text: string, message: string | null | undefined): string {
  return message ? `${text} \u2068${message}\u2069` : text
}

/** The words for every failure code. Codes with facts get a function, which must also work without facts. */
export type FailureWords = {
  [C in FailureCode]: {
    title: string
    text: C extends CodeWithFacts ? (facts?: Partial<FactsOf<C>>) => string : string
  }
}
