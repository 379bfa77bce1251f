import { CHINESE_FAILURES } from '@counterfoil/contract/words/chinese-failures.ts'

export const FAILURE_WORDS = CHINESE_FAILURES
