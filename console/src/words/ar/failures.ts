import { ARABIC_FAILURES } from '@counterfoil/contract/words/arabic-failures.ts'

export const FAILURE_WORDS = ARABIC_FAILURES
