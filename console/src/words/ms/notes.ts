import type * as english from '../notes.ts'
import type { WordsOf } from '../words-of.ts'

export const NOTE_WORDS: WordsOf<typeof english.NOTE_WORDS> = {
  title: 'Catatan',
  none: 'Tiada catatan.',
  forOperator: 'Untuk pasukan anda sendiri. Peniaga, rakan kongsi dan pelanggan tidak dapat melihatnya.',
  forMerchant: 'Untuk pasukan anda sendiri. Pengendali perkhidmatan ini juga melihatnya.',
  text: 'Catatan baharu',
  add: 'Tambah catatan',
  added: 'Catatan telah ditambah.',
  remove: 'Alih keluar',
  removeNote: (author) => `Alih keluar catatan ${author}`,
  removeTitle: 'Alih keluar catatan ini?',
  removeConsequence: 'Teksnya dipadam bagi semua orang. Sejarah masih menunjukkan bahawa catatan pernah ada.',
  removed: 'Catatan telah dialih keluar.',
  more: 'Tunjukkan catatan lama',
}
