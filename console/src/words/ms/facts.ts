import { MALAY } from '@counterfoil/contract/words/malay.ts'

export const FACT_WORDS = MALAY
