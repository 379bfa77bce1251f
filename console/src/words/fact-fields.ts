import { ENGLISH_FIELDS } from '@counterfoil/contract/words/english-fields.ts'

/** The names of the fields of records in sentences about their changes. */
export const FACT_FIELD_WORDS = ENGLISH_FIELDS
