import { ARABIC_FIELDS } from '@counterfoil/contract/words/arabic-fields.ts'

export const FACT_FIELD_WORDS = ARABIC_FIELDS
