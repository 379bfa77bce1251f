import type * as english from '../claims.ts'
import type { WordsOf } from '../words-of.ts'

export const CLAIM_WORDS: WordsOf<typeof english.CLAIM_WORDS> = {
  title: 'Tuntutan',
  below: 'Baucar yang ditambah oleh pengguna pada dompet, terbaharu dahulu.',
  voucher: 'Baucar',
  when: 'Bila',
  user: 'Pengguna',
  none: 'Belum ada apa-apa dituntut.',
}
