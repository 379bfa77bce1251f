import { MALAY_FIELDS } from '@counterfoil/contract/words/malay-fields.ts'

export const FACT_FIELD_WORDS = MALAY_FIELDS
