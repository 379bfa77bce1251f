import type * as english from '../integration.ts'
import type { WordsOf } from '../words-of.ts'

export const INTEGRATION_WORDS: WordsOf<typeof english.INTEGRATION_WORDS> = {
  title: 'Kesihatan integrasi',
  outlets: 'Cawangan',
  settings: 'Webhook dan kunci',
  lastDeliveries: 'Penghantaran terakhir',
  allDeliveries: 'Semua penghantaran',
  undelivered: 'Belum sampai',
}
