import type { Formats } from '../../time/formats.ts'
import { type FailureWords, LONG_WAIT_SECONDS, withMessage } from './failure-words.ts'

const busy = { title: 'Sebentar ya', text: 'Kami sangat sibuk sekarang. Sila cuba sebentar lagi.' }

export const failures = (format: Formats): FailureWords => ({
  unreachable: {
    title: 'Tiada sambungan',
    text: 'Kami tidak dapat menghubungi pelayan. Semak sambungan internet dan cuba lagi.',
  },
  not_sent: {
    title: 'Anda di luar talian',
    text: 'Anda di luar talian, jadi tiada apa-apa dihantar. Sambung semula, kemudian masukkan PIN lagi.',
  },
  internal_error: {
    title: 'Ada masalah',
    text: 'Baucar anda selamat, tetapi ini tidak berjaya. Sila cuba sebentar lagi.',
  },
  unavailable: busy,
  maintenance: {
    title: 'Penyelenggaraan sedang dijalankan',
    text: (facts) =>
      withMessage(
        facts?.until
          ? `Baucar tidak dapat digunakan sehingga ${format.timeOrMoment(facts.until)}.`
          : 'Baucar tidak dapat digunakan sekarang. Sila cuba lagi dalam beberapa minit.',
        facts?.message,
      ),
  },
  not_found: { title: 'Tidak tersedia', text: 'Tempat ini tidak menawarkan baucar buat masa ini.' },

  invalid_token: {
    title: 'Log masuk tidak berjaya',
    text: 'Pautan ini tidak lagi berfungsi. Kembali ke aplikasi tadi dan buka baucar anda semula.',
  },
  token_expired: {
    title: 'Sesi anda telah tamat',
    text: 'Demi keselamatan anda, sesi tamat selepas beberapa lama. Kembali ke aplikasi tadi dan buka baucar anda semula.',
  },
  partner_disabled: {
    title: 'Baucar dimatikan',
    text: 'Aplikasi tadi tidak menawarkan baucar buat masa ini. Sila hubungi pasukan sokongannya.',
  },
  user_not_found: {
    title: 'Akaun ini telah ditutup',
    text: 'Baucar anda ditutup bersama akaun anda. Jika ini satu kesilapan, hubungi pasukan sokongan aplikasi tadi.',
  },

  merchant_not_found: { title: 'Tidak lagi tersedia', text: 'Tempat ini tidak lagi menawarkan baucar.' },
  merchant_out_of_scope: {
    title: 'Tiada dalam aplikasi anda',
    text: 'Aplikasi anda tidak menawarkan baucar tempat ini.',
  },
  voucher_not_found: { title: 'Tidak lagi tersedia', text: 'Baucar ini tidak lagi ditawarkan.' },
  voucher_out_of_scope: {
    title: 'Tiada dalam aplikasi anda',
    text: 'Aplikasi anda tidak menawarkan baucar ini.',
  },
  voucher_not_claimable: {
    title: 'Tidak perlu dituntut',
    text: 'Anda boleh terus menebus baucar ini di kaunter.',
  },

  rate_limited: {
    title: 'Terlalu banyak percubaan',
    text: (facts) => {
      const seconds = facts?.retryAfterSeconds
      if (seconds === undefined) return 'Sila tunggu seketika sebelum mencuba lagi.'
      if (seconds > LONG_WAIT_SECONDS) {
        const minutes = format.plural(Math.ceil(seconds / 60), { other: '# minit' })
        return `Cuba lagi pada ${format.timeAfter(seconds)} (dalam ${minutes}).`
      }
      return format.plural(seconds, { other: 'Sila tunggu # saat sebelum mencuba lagi.' })
    },
  },
  partner_limited: {
    title: busy.title,
    text: (facts) => {
      const seconds = facts?.retryAfterSeconds
      if (seconds === undefined) return busy.text
      return format.plural(seconds, { other: 'Kami sibuk sekarang. Cuba lagi dalam # saat.' })
    },
  },
  idempotency_key_reused: {
    title: 'Sila mulakan semula',
    text: 'Percubaan ini bercampur dengan yang lain dan tidak menebus apa-apa. Sila mulakan semula.',
  },
  outlet_not_found: {
    title: 'Cawangan tidak ditemui',
    text: 'Cawangan ini sudah tiada. Pilih cawangan lain.',
  },
  voucher_not_yet_valid: {
    title: 'Belum sah',
    text: 'Baucar ini belum boleh digunakan. Sila lihat lagi nanti.',
  },
  voucher_expired: { title: 'Tamat tempoh', text: 'Baucar ini telah tamat tempoh.' },
  voucher_not_valid_at_outlet: {
    title: 'Bukan di cawangan ini',
    text: 'Baucar ini tidak boleh digunakan di sini. Pilih cawangan lain.',
  },
  outlet_inactive: {
    title: 'Cawangan tidak tersedia',
    text: 'Cawangan ini tidak menerima baucar buat masa ini. Pilih cawangan lain.',
  },
  outlet_pin_not_set: {
    title: 'Cawangan belum sedia',
    text: 'Cawangan ini belum sedia menerima baucar. Pilih cawangan lain, atau tanya kakitangan.',
  },
  invalid_pin: {
    title: 'PIN salah',
    text: 'Itu bukan PIN cawangan ini. Kakitangan: sila masukkan semula.',
  },
  too_far: {
    title: 'Anda terlalu jauh',
    text: (facts) =>
      facts?.distanceMeters === undefined || facts.maxMeters === undefined
        ? 'Baucar hanya boleh ditebus di cawangan. Pergi ke sana dan cuba lagi.'
        : `Anda ${format.distance(facts.distanceMeters)} dari cawangan. Datang dalam jarak ${format.distance(facts.maxMeters)} dan cuba lagi.`,
  },
  not_a_favorite: {
    title: 'Kegemaran sahaja',
    text: 'Tambah tempat ini pada kegemaran untuk menebus baucar.',
  },
  no_claim: { title: 'Tuntut dahulu', text: 'Tambah baucar ini pada dompet anda untuk menebusnya.' },
  voucher_not_yet_applicable: {
    title: 'Belum lagi',
    text: (facts) =>
      facts?.applicableFrom === undefined
        ? 'Baucar ini belum boleh digunakan.'
        : `Baucar ini boleh digunakan mulai ${format.moment(facts.applicableFrom)}.`,
  },
  voucher_no_longer_applicable: {
    title: 'Tamat tempoh',
    text: (facts) =>
      facts?.applicableUntil === undefined
        ? 'Baucar ini telah tamat tempoh.'
        : `Baucar ini tamat tempoh pada ${format.moment(facts.applicableUntil)}.`,
  },
  limit_reached: {
    title: 'Habis digunakan',
    text: (facts) =>
      facts?.resetsAt
        ? `Anda telah mencapai had buat masa ini. Baucar boleh digunakan semula pada ${format.moment(facts.resetsAt)}.`
        : 'Anda telah mencapai had untuk baucar ini.',
  },
  global_cap_reached: {
    title: 'Habis ditebus',
    text: (facts) =>
      facts?.resetsAt
        ? `Semua baucar ini telah ditebus. Lebih banyak tersedia pada ${format.moment(facts.resetsAt)}.`
        : 'Semua baucar ini telah ditebus.',
  },
  codes_exhausted: {
    title: 'Tiada kod lagi',
    text: 'Semua kod baucar ini telah diberikan. Lihat lagi nanti.',
  },
  code_generation_failed: {
    title: 'Kod tidak dapat dijana',
    text: 'Tiada apa-apa ditebus. Sila cuba lagi.',
  },
})
