import type { Formats } from '../../time/formats.ts'
import { failures } from '../failures/ms.ts'
import type { Words } from './en.ts'

export const words = (format: Formats): Words => ({
  direction: 'ltr',
  title: 'Baucar',
  loading: 'Memuatkan baucar anda',
  retry: 'Cuba lagi',
  back: 'Kembali',
  close: 'Tutup',
  view: 'Lihat',
  newBadge: 'Baharu',
  offline: 'Anda di luar talian. Ini kandungan yang terakhir dimuatkan.',
  tabs: {
    label: 'Utama',
    home: 'Terokai',
    wallet: 'Dompet',
    ready: (count) => format.plural(count, { other: '# sedia digunakan' }),
  },

  arrival: {
    noToken: {
      title: 'Buka baucar melalui aplikasi anda',
      text: 'Pergi ke aplikasi atau laman web yang menawarkan baucar anda dan buka baucar dari situ.',
    },
  },

  home: {
    hello: (name) => `Helo, ${name}`,
    welcome: 'Selamat datang',
    search: 'Cari tempat dan tawaran',
    clearSearch: 'Padam carian',
    filters: 'Penapis',
    categories: 'Kategori',
    subCategories: 'Subkategori',
    all: 'Semua',
    featured: 'Pilihan',
    new: 'Baharu',
    near: 'Berdekatan',
    favorites: 'Kegemaran',
    allPlaces: 'Semua tempat',
    newPlaces: 'Tempat baharu',
    nearPlaces: 'Terdekat dahulu',
    endingSoon: 'Hampir tamat',
    inWallet: 'Dalam dompet anda',
    unavailable: {
      title: 'Tidak lagi tersedia',
      text: 'Aplikasi anda tidak lagi menawarkan tempat ini.',
      remove: 'Alih keluar',
    },
    found: (count) => format.plural(count, { other: '# tempat' }),
    searching: 'Mencari…',
    more: 'Lihat lagi',
    moreFailed: 'Kami tidak dapat memuatkan baki senarai.',
    empty: { title: 'Belum ada tawaran', text: 'Tempat baharu sentiasa ditambah. Lihat lagi nanti.' },
    noMatches: {
      title: 'Tiada padanan',
      text: 'Tiada tempat yang sepadan dengan penapis anda. Cuba kategori lain, atau lihat semua tempat.',
      action: 'Lihat semua tempat',
    },
    noResults: (text) => ({
      title: `Tiada hasil untuk “${text}”`,
      text: 'Semak ejaan, atau cuba perkataan yang lebih pendek.',
    }),
    noFavorites: {
      title: 'Belum ada kegemaran',
      text: 'Ketik ikon hati pada tempat yang anda suka untuk menyimpannya di sini.',
    },
    nearby: {
      why: 'Kongsi lokasi anda untuk melihat tempat terdekat dahulu. Lokasi digunakan untuk senarai ini sahaja dan tidak disimpan.',
      ask: 'Guna lokasi saya',
      notNow: 'Bukan sekarang',
      locating: 'Mencari lokasi anda…',
      denied:
        'Aplikasi ini tidak dapat mengakses lokasi anda. Anda boleh membenarkannya dalam tetapan telefon.',
      unavailable: 'Telefon anda tidak dapat mengesan lokasi. Cuba sebentar lagi, atau di luar bangunan.',
    },
  },

  favorite: {
    add: (name) => `Tambah ${name} pada kegemaran`,
    remove: (name) => `Alih keluar ${name} daripada kegemaran`,
    added: 'Ditambah pada kegemaran',
    removed: 'Dialih keluar daripada kegemaran',
    failed: 'Kegemaran tidak dapat dikemas kini',
  },

  merchant: {
    more: 'Lagi',
    less: 'Kurang',
    vouchers: 'Baucar',
    outlets: 'Cawangan',
    away: (distance) => `${distance} dari sini`,
    map: 'Peta',
    mapOf: (name) => `Tunjukkan ${name} pada peta`,
    distances: {
      why: 'Kongsi lokasi anda untuk melihat jarak setiap cawangan. Lokasi tidak disimpan.',
      ask: 'Tunjukkan jarak',
    },
    noVouchers: {
      title: 'Tiada baucar buat masa ini',
      text: 'Tambah tempat ini pada kegemaran untuk mengetahui tentang baucar baharu.',
    },
    noOutlets: 'Belum ada cawangan.',
  },

  voucher: {
    terms: 'Terma dan syarat',
    atOutlet: (name) => `Di ${name}`,
    claim: 'Tuntut',
    claiming: 'Menuntut…',
    claimed: 'Ditambah pada dompet anda',
    redeem: 'Tebus',
    addFavorite: 'Tambah pada kegemaran',
    left: (left, of) => `Baki ${format.number(left)} daripada ${format.number(of)}`,
    once: 'Guna sekali',
    often: { MONTHLY: 'Sekali sebulan', BIWEEKLY: 'Sekali setiap 2 minggu' },
    renews: (at) => `diperbaharui ${format.isToday(at) ? 'hari ini ' : ''}${format.shortDayOrTime(at)}`,
    usableFrom: (from) => `Boleh guna mulai ${format.dayOrTime(from)}`,
    usableFromTo: (from, end) => `Boleh guna ${format.dayOrTime(from)} hingga ${format.lastDayOrTime(end)}`,
    validUntil: (end) => `Sah hingga ${format.lastDayOrTime(end)}`,
    endsIn: (days, end) => {
      if (days > 1) return format.plural(days, { other: 'Tamat dalam # hari' })
      if (days === 1) return 'Tamat esok'
      return format.endsToday(end) ? `Tamat hari ini pada ${format.lastDayOrTime(end)}` : 'Tamat hari ini'
    },
    someOutlets: (count) => format.plural(count, { other: 'Di # cawangan' }),
    usedUp: 'Habis digunakan',
    usedUpUntil: (resets) => `Habis digunakan. Boleh digunakan semula ${when(format, resets)}`,
    fullyRedeemed: 'Habis ditebus',
    fullyRedeemedUntil: (resets) => `Habis ditebus. Lebih banyak tersedia ${when(format, resets)}`,
    notYet: (from) => `Boleh digunakan mulai ${format.dayOrTime(from)}`,
    expired: (end) => `Tamat tempoh pada ${format.lastDayOrTime(end)}`,
    withdrawn: 'Tidak lagi tersedia',
    favoritesOnly: 'Kegemaran sahaja',
  },

  redeem: {
    title: 'Tebus',
    checking: 'Sebentar…',
    chooseOutlet: 'Anda di cawangan mana?',
    notReady: 'Belum sedia menerima baucar',
    changeOutlet: 'Tukar cawangan',
    noOutlets: {
      title: 'Tiada cawangan menerima baucar ini sekarang',
      text: 'Buat masa ini baucar tidak boleh ditebus di mana-mana cawangannya. Lihat lagi nanti.',
    },
    beforeYouRedeem: 'Sebelum anda menebus',
    cannotRedeem: 'Baucar ini belum boleh ditebus sekarang',
    claim: 'Tuntut sekarang',
    addFavorite: 'Tambah pada kegemaran',
    location: {
      nearestWhy:
        'Kongsi lokasi anda untuk melihat cawangan terdekat dahulu dan mengesahkan anda berada di sana. Lokasi disimpan bersama penebusan ini sahaja.',
      title: (outlet: string) => `Adakah anda di ${outlet}?`,
      why: 'Lokasi anda mengesahkan anda berada di sana. Lokasi disimpan bersama penebusan ini dan tidak digunakan untuk tujuan lain.',
      use: 'Guna lokasi saya',
      without: 'Teruskan tanpa lokasi',
      review: 'Anda masih boleh menebus. Kakitangan akan menyemaknya kemudian.',
      locating: 'Mencari lokasi anda…',
      again: 'Semak lagi',
      denied:
        'Aplikasi ini tidak dapat mengakses lokasi anda. Anda boleh membenarkannya dalam tetapan telefon.',
      unavailable: 'Telefon anda tidak dapat mengesan lokasi. Cuba dekat tingkap atau di luar bangunan.',
      too_slow: 'Pencarian lokasi lebih lama daripada biasa. Tunggu sebentar, atau teruskan tanpa lokasi.',
      accuracy: (accuracy: string) => `Lokasi telefon anda mungkin tersasar ${accuracy}.`,
    },
    handOver: {
      title: 'Serahkan telefon kepada kakitangan',
      enterPin: 'Kakitangan: masukkan PIN cawangan',
      enterPinAgain: 'Kakitangan: masukkan PIN sekali lagi. Ia dikira sekali sahaja.',
      keypad: 'Pad kekunci PIN',
      digits: (count: number) => `${format.number(count)} daripada ${format.number(4)} digit dimasukkan`,
      delete: 'Padam digit terakhir',
      sending: 'Menebus…',
      withoutLocation: 'Tanpa lokasi: akan ditandakan untuk semakan',
    },
    unanswered: {
      title: 'Menunggu pengesahan',
      text: 'Kami belum menerima jawapan, jadi belum pasti sama ada penebusan berjaya. Biarkan skrin ini terbuka: kami akan cuba lagi secara automatik, dan ia dikira sekali sahaja.',
      asking: 'Mencuba lagi…',
      waiting: 'Kami akan cuba lagi apabila sambungan pulih.',
      busy: 'Biarkan skrin ini terbuka: kami akan cuba lagi secara automatik, dan ia dikira sekali sahaja.',
      left: 'Kami masih menunggu pengesahan penebusan anda.',
      answered: 'Baucar anda telah ditebus. Lihat dalam dompet anda.',
    },
    again: {
      title: 'Sudah ditebus',
      text: (moment) => `Anda menebus baucar ini pada ${moment}. Menebusnya lagi ialah satu penggunaan lagi.`,
      show: 'Lihat penebusan',
      again: 'Tebus lagi',
    },
    retryIn: 'Cuba lagi dalam',
    retryNow: 'Anda boleh cuba lagi sekarang.',
    done: {
      title: 'Berjaya ditebus',
      code: 'Kod',
      copy: 'Salin kod',
      copied: 'Kod disalin',
      notCopied: 'Kod tidak dapat disalin. Sila bacakan kod itu.',
      qr: 'Kod QR',
      noCode: 'Kod tidak diperlukan. Skrin ini bukti anda.',
      at: (moment: string) => `Ditebus pada ${moment}`,
      now: 'Masa sekarang',
      saved: (amount: string) => `Anda jimat ${amount}`,
      used: 'Telah digunakan',
      flagged: 'Ditandakan untuk semakan',
      flaggedWhy:
        'Baucar anda dikira sudah ditebus. Oleh sebab lokasi tidak dikongsi, penebusan mungkin disemak kemudian. Anda tidak perlu berbuat apa-apa.',
      finish: 'Selesai',
      wallet: 'Lihat dalam dompet',
    },
  },

  wallet: {
    title: 'Dompet',
    views: 'Paparan',
    vouchers: 'Baucar',
    history: 'Sejarah',
    ready: 'Sedia digunakan',
    favorite: 'Kegemaran sahaja',
    notYet: 'Boleh digunakan nanti',
    fullyRedeemed: 'Habis ditebus',
    usedUp: 'Habis digunakan',
    expired: 'Tamat tempoh',
    withdrawn: 'Tidak lagi tersedia',
    withdrawnWhy: 'Tidak ditawarkan lagi, jadi tidak boleh digunakan',
    unknown: 'Tidak dapat disemak',
    unknownWhy: 'Kami tidak dapat memuatkan baki baucar ini.',
    others: 'Baucar lain',
    empty: { title: 'Dompet anda kosong', text: 'Tuntut baucar yang anda suka, dan ia akan ada di sini.' },
    noHistory: {
      title: 'Belum ada penebusan',
      text: 'Baucar yang anda tebus disimpan di sini bersama kodnya.',
    },
    browse: 'Cari baucar',
    more: 'Lihat yang lebih lama',
    moreFailed: 'Kami tidak dapat memuatkan penebusan yang lebih lama.',
    redemption: 'Penebusan',
    noRedemption: {
      title: 'Penebusan tidak ditemui',
      text: 'Ia tiada dalam sejarah anda. Penebusan anda sendiri ada dalam dompet.',
    },
    voided: 'Dibatalkan',
    voidedWhy: (moment) =>
      `Penebusan ini dibatalkan pada ${moment}. Ia tidak dikira, dan kodnya tidak lagi berfungsi.`,
  },

  failures: failures(format),
})

const when = (format: Formats, time: string) =>
  `${format.isToday(time) ? 'hari ini pada' : 'pada'} ${format.dayOrTime(time)}`
