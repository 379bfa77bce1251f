import type { SentenceFacts } from '@counterfoil/contract/admin/facts.ts'
import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import {
  type Detail,
  type Reason,
  type ReasonSentence,
  reasonWith,
} from '@counterfoil/contract/words/reason.ts'
import type { Static } from 'typebox'

/** `facts` is the message as data. The commands of the CLI have messages of their own, which no other language has. */
export type Issue = { path: string; message: string; facts?: Static<typeof SentenceFacts> }
type IssueSentence = Extract<ReasonSentence, `issue.${string}`>

/** What is wrong with a part of the request. `path` is a JSON pointer; empty for the request as a whole. */
export function issueAt(path: string, sentence: IssueSentence, details: Record<string, Detail> = {}): Issue {
  return issueOf(path, reasonWith(sentence, details))
}

export function issueOf(path: string, facts: Reason): Issue {
  return { path, message: reasonInEnglish(facts), facts }
}

/**
 * The value that an operation returns instead of a result when it refuses. The HTTP layer looks up the code in the
 * contract's error table. It is a class, so that `instanceof` distinguishes it from every result.
 */
export class Refusal {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly issues: Issue[] | undefined

  constructor(code: ErrorCode, more: { details?: Record<string, unknown>; issues?: Issue[] } = {}) {
    this.code = code
    this.details = more.details
    this.issues = more.issues
  }
}

export function refuse(code: ErrorCode, details?: Record<string, unknown>): Refusal {
  return new Refusal(code, details && { details })
}

/** 400 with the place and the problem of each issue, for rules that a schema cannot express. */
export function invalid(...issues: Issue[]): Refusal {
  return new Refusal('validation_failed', { issues })
}

/** 400 for a request that is wrong as a whole. */
export function malformed(sentence: IssueSentence, details: Record<string, Detail> = {}): Refusal {
  return invalid(issueAt('', sentence, details))
}

/** Calls `next` with a result; a refusal passes through unchanged. */
export function unlessRefused<T, U>(result: T | Refusal, next: (value: T) => U): U | Refusal {
  return result instanceof Refusal ? result : next(result)
}
