import { plural } from '../../time/numbers.ts'
import type * as english from '../publication.ts'
import type { WordsOf } from '../words-of.ts'

const notified = (users: number, merchant: string) =>
  users === 0
    ? `Tiada sesiapa dimaklumkan: belum ada pengguna yang menambah ${merchant} pada kegemaran.`
    : `${plural(users, { other: '# pengguna dimaklumkan.' })} Mereka telah menambah ${merchant} pada kegemaran.`

export const PUBLICATION_WORDS: WordsOf<typeof english.PUBLICATION_WORDS> = {
  checks: 'Sebelum ia boleh diterbitkan',
  met: 'Selesai',
  unmet: 'Belum ada',
  items: {
    '/imagePath': { met: 'Ia mempunyai gambar', unmet: 'Muat naik gambar' },
    '/merchantId': { met: 'Peniaga aktif', unmet: 'Peniaga tidak aktif' },
    '/outletIds': {
      met: 'Cawangan yang aktif menerimanya',
      unmet: 'Tiada cawangan aktif menerimanya: aktifkan atau pilih satu',
    },
    '/codeSource': { met: 'Kod tersedia', unmet: 'Tiada kod tersedia: muat naik kod' },
    '/validUntil': { met: 'Tarikh tamatnya belum berlalu', unmet: 'Tarikh tamatnya sudah berlalu' },
  },
  notifies: notified,
  notifiesByPartner: 'Pengguna yang dimaklumkan, mengikut rakan kongsi',
  partner: 'Rakan kongsi',
  users: 'Pengguna',
  waits: 'Orang kedua perlu meluluskannya. Kemudian ia aktif.',
  request: 'Hantar untuk kelulusan',
  goesLive: 'Ia aktif serta-merta. Selepas itu, kitaran, sumber kod dan cara tuntutannya tidak boleh diubah.',
}
