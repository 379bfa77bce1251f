import { plural } from '../../time/numbers.ts'
import type * as english from '../sandbox.ts'
import type { WordsOf } from '../words-of.ts'

export const SANDBOX_WORDS: WordsOf<typeof english.SANDBOX_WORDS> = {
  title: 'Kembar ujian',
  text: 'Rakan kongsi ujian dengan peniaga, pengguna dan jamnya sendiri. Tiada apa-apa daripadanya dikira, dan tiada pengguna sebenar di dalamnya.',
  none: 'Belum ada kembar ujian.',
  create: 'Cipta kembar ujian',
  createdTitle: 'Kembar ujian sudah sedia',
  createdText: (slug) => `Rahsia ${slug}, dan di bawahnya kunci API untuk carian.`,
  slug: 'Slug',
  issuer: 'Pengeluar token',
  clock: 'Jamnya',
  realTime: 'Masa sebenar',
  failing: 'Percubaan yang akan gagal',
  copyKeys: 'Salin kunci sebenar saya',
  copyKeysTitle: 'Salin kunci rakan kongsi sebenar?',
  copyKeysConsequence: (slug, issuer) =>
    `${slug} mendapat URL JWKS atau kunci awam rakan kongsi sebenar, serta audiensnya. Kunci yang sedia ada digantikan. Token anda berfungsi di sana jika pengeluarnya ialah ${issuer}.`,
  keysCopied: 'Kunci telah disalin.',
  advance: 'Gerakkan jam sebanyak',
  durations: { P1D: 'satu hari', P1W: 'satu minggu', P1M: 'satu bulan', P1Y: 'satu tahun' },
  move: 'Gerakkan',
  moved: 'Jam telah digerakkan.',
  resetClock: 'Kembali ke masa sebenar',
  failNext: 'Gagalkan percubaan seterusnya',
  fail: 'Gagalkan',
  failed: (count) => plural(count, { other: '# percubaan seterusnya akan gagal.' }),
  retryNow: 'Cuba semula penghantaran yang menunggu sekarang',
  retried: (count) => plural(count, { other: '# penghantaran sedang dihantar sekarang.' }),
  reset: 'Set semula kotak pasir',
  resetTitle: 'Set semula kotak pasir?',
  resetConsequence: (slug) =>
    `Semua pengguna, tuntutan, penebusan dan peristiwa ${slug} dipadam, dan senario serta jamnya dikembalikan seperti asal. Ini tidak boleh dibuat asal.`,
  wasReset: 'Kotak pasir kosong semula.',
}
