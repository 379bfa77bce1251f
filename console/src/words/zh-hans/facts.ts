import { CHINESE } from '@counterfoil/contract/words/chinese.ts'

export const FACT_WORDS = CHINESE
