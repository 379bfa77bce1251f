import type { FailureWords } from '../language/failure-words.ts'
import type { Formats } from '../language/formats.ts'
import type { Words } from '../language/words.ts'

export const words = (format: Formats): Words => ({
  direction: 'ltr',
  title: 'Baucar',
  loading: 'Memuatkan baucar anda',
  retry: 'Cuba lagi',
  back: 'Kembali',
  close: 'Tutup',
  newBadge: 'Baharu',
  offline: 'Anda di luar talian. Inilah yang anda lihat kali terakhir.',
  tabs: { label: 'Utama', home: 'Terokai', wallet: 'Dompet' },

  arrival: {
    noToken: {
      title: 'Buka baucar daripada aplikasi anda',
      text: 'Halaman ini memaparkan baucar anda apabila dibuka daripada aplikasi atau laman web yang menawarkannya.',
    },
  },

  home: {
    hello: (name) => `Helo, ${name}`,
    welcome: 'Selamat datang',
    search: 'Cari tempat dan tawaran',
    clearSearch: 'Kosongkan carian',
    filters: 'Papar',
    categories: 'Kategori',
    subCategories: 'Jenis',
    all: 'Semua',
    featured: 'Pilihan',
    new: 'Baharu',
    near: 'Berdekatan',
    favorites: 'Kegemaran',
    allPlaces: 'Semua tempat',
    newPlaces: 'Tempat baharu',
    nearPlaces: 'Terdekat dahulu',
    found: (count) => format.plural(count, { other: '# tempat' }),
    searching: 'Mencari …',
    more: 'Lihat lagi',
    moreFailed: 'Baki senarai tidak dapat dimuatkan.',
    empty: {
      title: 'Belum ada tawaran',
      text: 'Tempat baharu sentiasa menyertai. Sila jenguk semula nanti.',
    },
    nothing: {
      title: 'Tiada apa-apa di sini',
      text: 'Tiada tempat yang sepadan dengan pilihan anda. Cuba kategori lain, atau lihat semuanya.',
      action: 'Lihat semua tempat',
    },
    notFound: (text) => ({
      title: `Tiada hasil untuk “${text}”`,
      text: 'Semak ejaan, atau cuba perkataan yang lebih pendek.',
    }),
    noFavorites: {
      title: 'Belum ada kegemaran',
      text: 'Ketik ikon hati pada tempat yang anda suka, dan ia akan ada di sini.',
    },
    nearby: {
      why: 'Untuk mendahulukan tempat terdekat, kami perlu tahu lokasi anda. Lokasi itu digunakan untuk senarai ini sahaja dan tidak disimpan.',
      ask: 'Guna lokasi saya',
      notNow: 'Bukan sekarang',
      locating: 'Mencari lokasi anda …',
      denied:
        'Telefon anda tidak berkongsi lokasi dengan aplikasi ini. Anda boleh membenarkannya dalam tetapan telefon.',
      unavailable: 'Telefon anda tidak dapat menentukan lokasi. Cuba sebentar lagi, atau di luar bangunan.',
    },
  },

  favorite: {
    add: (name) => `Tambah ${name} pada kegemaran anda`,
    remove: (name) => `Buang ${name} daripada kegemaran anda`,
    added: (name) => `${name} kini salah satu kegemaran anda`,
    removed: (name) => `${name} bukan lagi kegemaran anda`,
    undone: (name) => `Tidak berjaya: kegemaran anda untuk ${name} kekal seperti tadi`,
  },

  merchant: {
    more: 'Lagi',
    less: 'Kurang',
    vouchers: 'Baucar',
    outlets: 'Lokasi cawangan',
    away: (distance) => `${distance} dari sini`,
    map: 'Peta',
    mapOf: (name) => `Tunjukkan ${name} pada peta`,
    howFar: {
      why: 'Untuk melihat jarak setiap cawangan, kongsi lokasi anda. Ia tidak disimpan.',
      ask: 'Tunjukkan jarak',
    },
    noVouchers: {
      title: 'Tiada baucar buat masa ini',
      text: 'Jadikannya kegemaran, dan anda akan dimaklumkan tentang baucar baharu.',
    },
    noOutlets: 'Belum ada cawangan.',
  },

  voucher: {
    terms: 'Terma dan syarat',
    atOutlet: (name) => `Di ${name}`,
    claim: 'Tuntut',
    claiming: 'Menuntut …',
    claimed: 'Telah dituntut: ada dalam dompet anda',
    redeem: 'Tebus',
    favoriteFirst: 'Tambah pada kegemaran',
    left: (left, of) => `Baki ${format.number(left)} daripada ${format.number(of)}`,
    leftUntil: (left, of, end) =>
      `Baki ${format.number(left)} daripada ${format.number(of)} hingga ${format.lastDayOrTime(end)}`,
    once: 'Boleh digunakan sekali',
    onceUntil: (end) => `Boleh digunakan sekali hingga ${format.lastDayOrTime(end)}`,
    validUntil: (end) => `Sah hingga ${format.lastDayOrTime(end)}`,
    endsIn: (days) => (days <= 1 ? 'Hari terakhir' : format.plural(days, { other: 'Tamat dalam # hari' })),
    someOutlets: (count) => format.plural(count, { other: 'Di # cawangan' }),
    usedUp: 'Habis digunakan',
    usedUpUntil: (resets) => `Habis digunakan. Boleh digunakan semula ${when(format, resets)}`,
    allGone: 'Sudah habis',
    allGoneUntil: (resets) => `Sudah habis. Yang baharu ada ${when(format, resets)}`,
    notYet: (from) => `Boleh digunakan mulai ${format.dayOrTime(from)}`,
    over: (end) => `Boleh digunakan hingga ${format.lastDayOrTime(end)} sahaja`,
    ended: 'Tidak lagi ditawarkan',
    favoritesOnly: 'Untuk mereka yang menjadikan tempat ini kegemaran',
  },

  redeem: {
    title: 'Tebus',
    checking: 'Sebentar …',
    chooseOutlet: 'Anda di cawangan mana?',
    notReady: 'Belum sedia menerima baucar',
    otherOutlet: 'Pilih cawangan lain',
    noOutlets: {
      title: 'Tiada cawangan menerimanya sekarang',
      text: 'Buat masa ini tiada cawangan yang menerima baucar ini. Sila cuba lagi kemudian.',
    },
    firstThis: 'Sebelum anda menebus',
    notNow: 'Belum boleh sekarang',
    claim: 'Tuntut sekarang',
    addFavorite: 'Tambah pada kegemaran',
    location: {
      nearestWhy:
        'Kongsi lokasi anda untuk melihat cawangan terdekat dahulu dan menunjukkan bahawa anda berada di sana. Lokasi anda disimpan bersama penebusan sahaja.',
      title: (outlet: string) => `Adakah anda di ${outlet}?`,
      why: 'Lokasi anda menunjukkan bahawa anda berada di sana. Ia disimpan bersama penebusan ini dan tidak digunakan untuk perkara lain.',
      use: 'Guna lokasi saya',
      without: 'Teruskan tanpa lokasi',
      review: 'Boleh diteruskan, tetapi penebusan akan ditandakan untuk semakan.',
      locating: 'Mencari lokasi anda …',
      again: 'Semak lokasi saya sekali lagi',
      denied:
        'Telefon anda tidak berkongsi lokasi dengan aplikasi ini. Anda boleh membenarkannya dalam tetapan telefon.',
      unavailable:
        'Telefon anda tidak dapat menentukan lokasi. Cuba berhampiran tingkap atau di luar bangunan.',
      too_slow:
        'Mencari lokasi anda mengambil masa lebih lama daripada biasa. Anda boleh tunggu sebentar, atau teruskan tanpa lokasi.',
      unsure: (accuracy: string) => `Telefon anda tidak pasti: lokasi mungkin tersasar ${accuracy}.`,
    },
    handOver: {
      title: 'Serahkan telefon kepada kakitangan',
      enterPin: 'Kakitangan: sila masukkan PIN cawangan',
      keypad: 'Papan kekunci PIN',
      digits: (count: number) => `${format.number(count)} daripada ${format.number(4)} digit dimasukkan`,
      delete: 'Padam digit terakhir',
      sending: 'Sedang menebus …',
      withoutLocation: 'Tanpa lokasi: akan ditandakan untuk semakan',
    },
    unanswered: {
      title: 'Menunggu jawapan',
      text: 'Tiada jawapan diterima, jadi kami belum tahu sama ada penebusan berjaya. Biarkan skrin ini terbuka: kami akan bertanya semula sendiri, dan ia dikira sekali sahaja.',
      asking: 'Bertanya semula …',
      waiting: 'Kami bertanya semula apabila sambungan pulih.',
      left: 'Kami masih menunggu jawapan bagi penebusan anda.',
      answered: 'Baucar anda telah ditebus. Lihat dalam dompet anda.',
    },
    waitFor: 'Anda boleh cuba lagi dalam',
    waitIsOver: 'Anda boleh cuba lagi sekarang.',
    done: {
      title: 'Berjaya ditebus',
      code: 'Kod',
      copy: 'Salin kod',
      copied: 'Kod telah disalin',
      notCopied: 'Kod tidak dapat disalin: sila bacakan kod itu',
      qr: 'Kod dalam bentuk kod QR',
      noCode: 'Tidak perlu kod: skrin ini ialah buktinya.',
      at: (moment: string) => `Ditebus pada ${moment}`,
      now: 'Masa sekarang',
      flagged: 'Ditandakan untuk semakan',
      flaggedWhy:
        'Penebusan ini tetap sah. Oleh sebab tiada lokasi, ia mungkin disemak kemudian. Anda tidak perlu berbuat apa-apa.',
      finish: 'Selesai',
      wallet: 'Lihat dalam dompet',
    },
  },

  wallet: {
    title: 'Dompet',
    views: 'Papar',
    vouchers: 'Baucar',
    history: 'Sejarah',
    now: 'Sedia digunakan',
    favorite: 'Untuk kegemaran',
    notYet: 'Belum boleh digunakan',
    allGone: 'Sudah habis',
    usedUp: 'Habis digunakan',
    over: 'Tamat tempoh',
    gone: 'Tidak lagi ditawarkan',
    goneWhy: 'Baucar ini tidak ditawarkan lagi, jadi tidak boleh digunakan',
    unknown: 'Tidak dapat disemak',
    unknownWhy: 'Baki baucar ini tidak dapat dimuatkan.',
    empty: {
      title: 'Dompet anda kosong',
      text: 'Tuntut baucar yang anda suka, dan ia akan menunggu anda di sini.',
    },
    noHistory: {
      title: 'Belum ada penebusan',
      text: 'Setiap baucar yang anda tebus disimpan di sini bersama kodnya.',
    },
    browse: 'Cari baucar',
    more: 'Papar yang lebih lama',
    moreFailed: 'Penebusan yang lebih lama tidak dapat dimuatkan.',
    redemption: 'Penebusan',
    voided: 'Dibatalkan',
    voidedWhy: (moment) =>
      `Penebusan ini dibatalkan pada ${moment}. Ia tidak dikira, dan kodnya tidak diperlukan lagi.`,
  },

  failures: failures(format),
})

const when = (format: Formats, time: string) =>
  `${format.isToday(time) ? 'hari ini pada' : 'pada'} ${format.dayOrTime(time)}`

function failures(format: Formats): FailureWords {
  const wrong = {
    title: 'Ada masalah',
    text: 'Baucar anda selamat, tetapi tindakan ini tidak berjaya. Sila cuba sebentar lagi.',
  }
  const link = {
    title: 'Kami tidak dapat mengesahkan anda',
    text: 'Pautan ini tidak lagi berfungsi. Kembali ke aplikasi asal dan buka baucar anda semula.',
  }
  const busy = {
    title: 'Sebentar ya',
    text: 'Terlalu banyak permintaan sekarang. Sila cuba sebentar lagi.',
  }
  const gone = { title: 'Tidak lagi ditawarkan', text: 'Baucar ini sudah tidak ditawarkan.' }
  return {
    unreachable: {
      title: 'Tiada sambungan',
      text: 'Kami tidak dapat mencapai baucar anda. Semak sambungan internet dan cuba lagi.',
    },
    validation_failed: wrong,
    request_timeout: wrong,
    payload_too_large: wrong,
    uri_too_long: wrong,
    unsupported_media_type: wrong,
    internal_error: wrong,
    unavailable: busy,
    keys_unavailable: busy,
    not_found: { title: 'Tiada lagi di sini', text: 'Tempat ini tidak menawarkan baucar buat masa ini.' },

    missing_token: link,
    invalid_token: link,
    headers_too_large: link,
    token_expired: {
      title: 'Sesi anda telah tamat',
      text: 'Demi keselamatan, sesi tamat selepas beberapa lama. Kembali ke aplikasi asal dan buka baucar anda semula.',
    },
    partner_disabled: {
      title: 'Baucar dimatikan',
      text: 'Aplikasi asal anda tidak menawarkan baucar buat masa ini. Sila hubungi pasukan sokongannya.',
    },
    user_not_found: {
      title: 'Akaun ini telah ditutup',
      text: 'Baucar anda ditutup bersama akaun anda. Jika ini satu kesilapan, hubungi pasukan sokongan aplikasi asal anda.',
    },

    merchant_not_found: {
      title: 'Tiada lagi di sini',
      text: 'Tempat ini tidak lagi menawarkan baucar.',
    },
    merchant_inactive: {
      title: 'Tiada buat masa ini',
      text: 'Tempat ini berhenti seketika daripada menawarkan baucar.',
    },
    merchant_out_of_scope: {
      title: 'Tiada dalam aplikasi anda',
      text: 'Tempat ini bukan sebahagian daripada tawaran aplikasi anda.',
    },
    voucher_not_found: gone,
    voucher_inactive: gone,
    voucher_out_of_scope: {
      title: 'Tiada dalam aplikasi anda',
      text: 'Baucar ini bukan sebahagian daripada tawaran aplikasi anda.',
    },
    voucher_not_claimable: {
      title: 'Tidak perlu dituntut',
      text: 'Baucar ini ditebus terus di kaunter.',
    },

    rate_limited: {
      title: 'Terlalu banyak percubaan',
      text: (facts) =>
        facts?.retryAfterSeconds === undefined
          ? 'Sila tunggu seketika sebelum mencuba lagi.'
          : format.plural(facts.retryAfterSeconds, { other: 'Sila tunggu # saat sebelum mencuba lagi.' }),
    },
    idempotency_key_reused: {
      title: 'Sila mulakan semula',
      text: 'Percubaan ini bercampur dengan yang lain. Tiada apa-apa ditebus: mulakan semula.',
    },
    outlet_not_found: {
      title: 'Cawangan tidak ditemui',
      text: 'Cawangan ini sudah tiada. Pilih cawangan lain.',
    },
    voucher_not_yet_valid: {
      title: 'Belum sah',
      text: 'Baucar ini belum boleh digunakan. Sila datang semula nanti.',
    },
    voucher_expired: { title: 'Tamat tempoh', text: 'Tempoh baucar ini telah tamat.' },
    voucher_not_valid_at_outlet: {
      title: 'Bukan di cawangan ini',
      text: 'Baucar ini tidak boleh digunakan di sini. Pilih cawangan lain.',
    },
    outlet_inactive: {
      title: 'Cawangan ditutup',
      text: 'Cawangan ini tidak menerima baucar buat masa ini. Pilih cawangan lain.',
    },
    outlet_pin_not_set: {
      title: 'Cawangan belum sedia',
      text: 'Cawangan ini belum disediakan untuk baucar. Pilih yang lain, atau tanya kakitangan.',
    },
    invalid_pin: {
      title: 'PIN salah',
      text: 'Itu bukan PIN cawangan ini. Minta kakitangan memasukkannya semula.',
    },
    too_far: {
      title: 'Anda terlalu jauh',
      text: (facts) =>
        facts?.distanceMeters === undefined || facts.maxMeters === undefined
          ? 'Baucar ditebus di cawangan. Pergi ke sana dan cuba lagi.'
          : `Anda ${format.distance(facts.distanceMeters)} dari cawangan. Hampiri dalam jarak ${format.distance(facts.maxMeters)} dan cuba lagi.`,
    },
    not_a_favorite: {
      title: 'Untuk kegemaran sahaja',
      text: 'Tambah tempat ini pada kegemaran anda, kemudian baucar boleh ditebus.',
    },
    no_claim: {
      title: 'Tuntut dahulu',
      text: 'Masukkan baucar ini ke dalam dompet anda, kemudian ia boleh ditebus.',
    },
    voucher_not_yet_applicable: {
      title: 'Belum lagi',
      text: (facts) =>
        facts?.applicableFrom === undefined
          ? 'Baucar ini belum boleh digunakan.'
          : `Baucar ini boleh digunakan mulai ${format.moment(facts.applicableFrom)}.`,
    },
    voucher_no_longer_applicable: {
      title: 'Terlambat',
      text: (facts) =>
        facts?.applicableUntil === undefined
          ? 'Masa untuk menggunakan baucar ini telah tamat.'
          : `Baucar ini boleh digunakan hingga ${format.moment(facts.applicableUntil)} sahaja.`,
    },
    limit_reached: {
      title: 'Habis digunakan',
      text: (facts) =>
        facts?.resetsAt
          ? `Anda telah menggunakan baucar ini sebanyak yang dibenarkan buat masa ini. Ia boleh digunakan semula pada ${format.moment(facts.resetsAt)}.`
          : 'Anda telah menggunakan baucar ini sebanyak yang dibenarkan.',
    },
    global_cap_reached: {
      title: 'Sudah habis',
      text: (facts) =>
        facts?.resetsAt
          ? `Orang lain lebih pantas: semua baucar ini telah digunakan. Yang baharu ada pada ${format.moment(facts.resetsAt)}.`
          : 'Orang lain lebih pantas: semua baucar ini telah digunakan.',
    },
    codes_exhausted: {
      title: 'Kod telah habis',
      text: 'Semua kod baucar ini telah diberikan. Sila jenguk semula nanti.',
    },
    code_generation_failed: {
      title: 'Kod tidak dapat dibuat',
      text: 'Tiada apa-apa ditebus. Sila cuba lagi.',
    },
  }
}
