import { ARABIC } from '@counterfoil/contract/words/arabic.ts'

export const FACT_WORDS = ARABIC
