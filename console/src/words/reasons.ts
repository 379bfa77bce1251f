import { ENGLISH_REASONS } from '@counterfoil/contract/words/english-reasons.ts'

/** What happened to a user, and why a request was refused. The API says it in English, too. */
export const REASON_WORDS = ENGLISH_REASONS
