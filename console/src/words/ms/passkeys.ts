import type * as english from '../passkeys.ts'
import type { WordsOf } from '../words-of.ts'

export const PASSKEY_PROBLEMS: WordsOf<typeof english.PASSKEY_PROBLEMS> = {
  NotAllowedError:
    'Tiada kunci laluan digunakan: anda membatalkannya, ia terlalu lama, atau peranti ini tiada kunci laluan untuk laman ini.',
  AbortError: 'Tiada kunci laluan digunakan: permintaan dibatalkan.',
  InvalidStateError: 'Peranti ini sudah mempunyai kunci laluan untuk akaun anda.',
  SecurityError:
    'Kunci laluan tidak berfungsi pada alamat ini. Buka konsol pada alamatnya sendiri melalui https.',
  NotSupportedError: 'Peranti ini tidak menyokong kunci laluan.',
  ConstraintError:
    'Peranti ini tidak dapat mengesahkan identiti anda. Sediakan kunci skrin atau guna peranti lain.',
  other: 'Peranti tidak dapat menggunakan kunci laluan. Cuba lagi, atau log masuk dengan cara lain.',
  unsupported: 'Pelayar ini tidak menyokong kunci laluan. Kemas kini pelayar, atau guna pelayar lain.',
}

export const PASSKEY_WORDS: WordsOf<typeof english.PASSKEY_WORDS> = {
  title: 'Kunci laluan',
  intro:
    'Log masuk dengan cap jari, wajah atau kunci skrin anda. Kunci laluan menggantikan kata laluan dan faktor kedua.',
  none: 'Anda belum ada kunci laluan.',
  unavailable:
    'Kunci laluan memerlukan alamat konsol sendiri melalui https. Ia tidak berfungsi pada alamat IP.',
  add: 'Tambah kunci laluan',
  addTitle: 'Tambah kunci laluan',
  addText:
    'Namakannya mengikut peranti. Pelayar anda kemudian meminta pengesahan. Semua sesi anda yang lain akan tamat.',
  addAction: 'Teruskan',
  name: 'Nama',
  namePlaceholder: 'Komputer riba kerja',
  added: (name) => `“${name}” telah ditambah. Anda boleh log masuk dengannya mulai sekarang.`,
  addedAt: 'Ditambah',
  lastUsed: 'Terakhir digunakan',
  never: 'Tidak pernah',
  rename: 'Namakan semula',
  renameTitle: (name) => `Namakan semula “${name}”`,
  renamed: (name) => `Kunci laluan kini bernama “${name}”.`,
  remove: 'Alih keluar',
  removeTitle: (name) => `Alih keluar “${name}”?`,
  removeConsequence:
    'Anda tidak lagi boleh log masuk dengannya, dan semua sesi anda yang lain tamat. Padamkannya daripada peranti juga.',
  removeLastConsequence:
    'Ia satu-satunya faktor kedua anda: selepas ini anda log masuk dengan kata laluan sahaja, dan kod pemulihan anda tidak lagi berfungsi. Semua sesi anda yang lain tamat.',
  removed: (name) => `“${name}” telah dialih keluar.`,
  moreActions: (name) => `Tindakan lain untuk ${name}`,
  actions: 'Tindakan',
}
