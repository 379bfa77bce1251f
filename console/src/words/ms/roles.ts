import type * as english from '../roles.ts'
import type { WordsOf } from '../words-of.ts'

export const ROLE_WORDS: WordsOf<typeof english.ROLE_WORDS> = {
  admin: 'pentadbir',
  support: 'sokongan',
  merchant: 'peniaga',
  partner: 'rakan kongsi',
}
