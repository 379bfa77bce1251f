import type * as english from '../app-shell.ts'
import type { WordsOf } from '../words-of.ts'

export const SHELL_WORDS: WordsOf<typeof english.SHELL_WORDS> = {
  menu: 'Menu',
  areas: 'Bahagian',
  account: 'Akaun anda',
  signOut: 'Log keluar',
  search: 'Pergi ke …',
  searchKeys: (isApple) => (isApple ? '⌘K' : 'Ctrl K'),
  searchPlaceholder: 'Pergi ke halaman atau cari rekod',
  searchEmpty: 'Tiada halaman atau rekod yang sepadan.',
  searching: 'Mencari …',
  lightOrDark: 'Cerah atau gelap',
  light: 'Cerah',
  dark: 'Gelap',
  system: 'Ikut sistem',
  timeZone: 'Masa dalam',
  documentTitle: (screen) => `${screen} · Konsol Counterfoil`,
  notFoundTitle: 'Tiada apa-apa di sini',
  notFoundText: 'Halaman ini tidak wujud. Pilih satu daripada menu.',
  notYoursTitle: 'Halaman ini bukan untuk peranan anda',
  notYoursText: (role) => `Anda log masuk sebagai ${role}. Pilih halaman daripada menu.`,
  home: 'Pergi ke halaman pertama anda',
}

export const ZONE_WORDS: WordsOf<typeof english.ZONE_WORDS> = {
  merchant: 'Masa peniaga',
  yours: 'Masa anda',
  utc: 'UTC',
}

export const MENU_WORDS: WordsOf<typeof english.MENU_WORDS> = {
  customers: 'Pelanggan',
  catalog: 'Katalog',
  integrations: 'Integrasi',
  system: 'Sistem',
  overview: 'Gambaran keseluruhan',
  partners: 'Rakan kongsi',
  integration: 'Kesihatan integrasi',
  deliveries: 'Penghantaran',
  merchants: 'Peniaga',
  vouchers: 'Baucar',
  calendar: 'Kalendar',
  lookUp: 'Carian',
  users: 'Pengguna',
  redemptions: 'Penebusan',
  claims: 'Tuntutan',
  review: 'Barisan semakan',
  refusals: 'Percubaan ditolak',
  statements: 'Penyata',
  requests: 'Permintaan gagal',
  featured: 'Pilihan',
  categories: 'Kategori',
  alerts: 'Amaran',
  audit: 'Audit',
  staff: 'Kakitangan dan kunci',
  settings: 'Tetapan',
}
