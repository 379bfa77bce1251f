import { MALAY_FAILURES } from '@counterfoil/contract/words/malay-failures.ts'

export const FAILURE_WORDS = MALAY_FAILURES
