import { ENGLISH_FAILURES } from '@counterfoil/contract/words/english-failures.ts'

/** Why a call to another server failed. The service stores it in English. */
export const FAILURE_WORDS = ENGLISH_FAILURES
