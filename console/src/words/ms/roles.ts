import type * as english from '../roles.ts'
import type { WordsOf } from '../words-of.ts'

export const ROLE_WORDS: WordsOf<typeof english.ROLE_WORDS> = {
  admin: 'pentadbir',
  support: 'sokongan',
  viewer: 'pemerhati',
  merchant: 'peniaga',
  partner: 'rakan kongsi',
  'partner-support': 'sokongan rakan kongsi',
}
