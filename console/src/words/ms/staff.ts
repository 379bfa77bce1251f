import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../staff.ts'
import type { WordsOf } from '../words-of.ts'

export const STAFF_WORDS: WordsOf<typeof english.STAFF_WORDS> = {
  title: 'Kakitangan dan kunci',
  people: 'Orang',
  keys: 'Kunci API',
  roles: 'Peranan',
  parts: 'Kakitangan dan kunci',
  search: 'Cari mengikut nama atau e-mel',
  person: 'Orang',
  role: 'Peranan',
  belongsTo: 'Milik',
  everything: 'Semua',
  state: 'Status',
  active: 'Aktif',
  inactive: 'Dinyahaktifkan',
  invited: 'Dijemput',
  since: 'Sejak',
  lastSignIn: 'Log masuk terakhir',
  secondFactor: 'Faktor kedua',
  hasFactor: 'Ya',
  noFactor: 'Tidak',
  actions: 'Tindakan',
  nobody: 'Belum ada sesiapa dijemput.',
  invite: 'Jemput orang',
  inviteTitle: 'Jemput orang',
  inviteAction: 'Cipta pautan jemputan',
  linkTitle: 'Sampaikan pautan ini',
  linkText: (name, until) =>
    `${name} membukanya untuk memilih kata laluan. Ia berfungsi sekali, hingga ${until}.`,
  linkEmailed: 'Kami juga telah menghantarnya melalui e-mel.',
  withoutLink: 'Log masuk melalui log masuk tunggal sahaja',
  withoutLinkHint: 'Tiada pautan dicipta. Alamat e-mel di perkhidmatan log masuk tunggal mestilah sama.',
  addAction: 'Tambah orang',
  added: (name) => `${name} boleh log masuk melalui log masuk tunggal.`,
  newLink: 'Pautan jemputan baharu',
  revokeInvite: 'Tarik balik jemputan',
  revokeInviteTitle: (name) => `Tarik balik jemputan ${name}?`,
  revokeInviteConsequence:
    'Pautannya tidak lagi berfungsi, dan orang itu tidak boleh log masuk. Orang itu kekal dalam senarai sebagai dinyahaktifkan, dan anda boleh mengaktifkan dan menjemputnya semula.',
  inviteRevoked: (name) => `Jemputan ${name} telah ditarik balik.`,
  reset: 'Set semula kata laluan',
  resetTitle: (name) => `Set semula kata laluan ${name}?`,
  resetConsequence:
    'Anda mendapat pautan untuk disampaikan. Kata laluan semasa berfungsi sehingga pautan digunakan; kemudian semua sesi tamat.',
  resetAction: 'Cipta pautan set semula',
  deactivate: 'Nyahaktifkan',
  deactivateTitle: (name) => `Nyahaktifkan ${name}?`,
  deactivateConsequence:
    'Semua sesinya tamat serta-merta, dan orang itu tidak boleh log masuk. Anda boleh mengaktifkannya semula.',
  deactivated: (name) => `${name} telah dinyahaktifkan.`,
  keysOf: (name) => `Kunci API yang dicipta oleh ${name}:`,
  keysConsequence: (count) =>
    plural(count, {
      other:
        '# kunci ini juga ditarik balik: setiap program yang menggunakannya berhenti berfungsi serta-merta. Ini tidak boleh dibuat asal.',
    }),
  keepKeys: 'Biarkan kunci ini terus berfungsi',
  activate: 'Aktifkan',
  activated: (name) => `${name} aktif semula.`,
  notYourself: 'Anda tidak boleh menyahaktifkan diri sendiri.',
  changeRole: 'Ubah',
  changeTitle: (name) => `Ubah ${name}`,
  changed: (name) => `${name} telah disimpan. Sesinya tamat jika peranan berubah.`,
  sessions: 'Sesi',
  showSessions: (name) => `Sesi ${name}`,
  sessionsAndFactors: 'Sesi dan faktor',
  moreActions: (name) => `Tindakan lain untuk ${name}`,
  key: 'Kunci',
  noKeys: 'Belum ada kunci API.',
  createdBy: (creator) => `Dicipta oleh ${creator}`,
  ends: 'Tamat',
  endsHint: (zone) =>
    `Zon masa: ${zone}. Biarkan kosong bagi kunci yang berfungsi sehingga anda menariknya balik.`,
  neverEnds: 'Tidak pernah',
  expired: 'Tamat tempoh',
  lastUsed: 'Terakhir digunakan',
  neverUsed: 'Tidak pernah',
  createKey: 'Kunci API baharu',
  createKeyTitle: 'Kunci API baharu',
  createKeyAction: 'Cipta kunci',
  keyTitle: 'Salin kunci ini',
  keyText: 'Hantar sebagai “Authorization: Bearer …”.',
  revoke: 'Tarik balik',
  revokeTitle: (name) => `Tarik balik “${name}”?`,
  revokeConsequence:
    'Setiap program yang menggunakan kunci ini berhenti berfungsi serta-merta. Ini tidak boleh dibuat asal.',
  revoked: (name) => `“${name}” telah ditarik balik.`,
  languageHint: 'Untuk konsol dan e-mel. Orang itu boleh mengubahnya.',
  languageOfBrowser: 'Ikut pelayar',
  chooseMerchants: 'Peniaga yang mana',
  andMore: (names, more) => `${names} dan ${formatNumber(more)} lagi`,
  choosePartner: 'Rakan kongsi yang mana',
}

export const STAFF_LABELS: WordsOf<typeof english.STAFF_LABELS> = {
  email: 'Alamat e-mel',
  name: 'Nama',
  role: 'Peranan',
  merchantIds: 'Peniaga',
  partnerId: 'Rakan kongsi',
  language: 'Bahasa',
}

export const KEY_LABELS: WordsOf<typeof english.KEY_LABELS> = { ...STAFF_LABELS, expiresAt: 'Tamat' }

export const CREATOR_WORDS: WordsOf<typeof english.CREATOR_WORDS> = {
  staff: 'seseorang',
  key: 'kunci API lain',
  cli: 'baris perintah (CLI)',
  system: 'permulaan pertama',
}

export const ROLE_HINTS: WordsOf<typeof english.ROLE_HINTS> = {
  admin: 'Semua',
  support: 'Membaca semua, membatalkan dan menyemak penebusan, mencuba semula penghantaran',
  viewer: 'Membaca semua, termasuk kakitangan, kunci dan log audit, dan tidak mengubah apa-apa',
  merchant: 'Peniaganya: cawangan, baucar, kod, angka',
  partner: 'Satu rakan kongsi: pengguna, penghantaran, rahsia dan kuncinya',
  'partner-support':
    'Satu rakan kongsi: pengguna, penebusan dan penolakannya; mencuba semula penghantaran. Tiada rahsia, kunci dan URL',
}
