import { CHINESE_FIELDS } from '@counterfoil/contract/words/chinese-fields.ts'

export const FACT_FIELD_WORDS = CHINESE_FIELDS
