import type * as english from '../roles.ts'
import type { WordsOf } from '../words-of.ts'

export const ROLE_WORDS: WordsOf<typeof english.ROLE_WORDS> = {
  admin: 'مسؤول',
  support: 'دعم',
  viewer: 'مُطّلع',
  merchant: 'تاجر',
  partner: 'شريك',
  'partner-support': 'دعم الشريك',
}
