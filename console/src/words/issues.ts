import { ENGLISH_ISSUES } from '@counterfoil/contract/words/english-issues.ts'

/** What is wrong with an input. The API says it in English, too. */
export const ISSUE_WORDS = ENGLISH_ISSUES
