import { ENGLISH } from '@counterfoil/contract/words/english.ts'

/** The words of history, audit and approvals, which `describerOf` makes sentences of. The API says them in English, too. */
export const FACT_WORDS = ENGLISH
