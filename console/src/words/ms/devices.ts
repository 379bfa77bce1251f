import type * as english from '../devices.ts'
import type { WordsOf } from '../words-of.ts'

export const DEVICE_WORDS: WordsOf<typeof english.DEVICE_WORDS> = {
  title: 'Peranti',
  intro: 'Tablet atau telefon di kaunter yang mengimbas kod pelanggan. Ia tidak memerlukan akaun.',
  none: 'Belum ada peranti.',
  add: 'Tambah peranti',
  addTitle: 'Tambah peranti',
  addAction: 'Cipta pautan',
  labels: { name: 'Nama, contohnya “Tablet di kaunter bayaran”' },
  linkTitle: 'Buka pautan ini pada peranti',
  linkText:
    'Imbas gambar dengan peranti, atau hantar pautan kepadanya. Ia berfungsi sekali sahaja, selama 15 minit.',
  linkLabel: 'Kod QR pautan',
  waiting: 'Menunggu pautannya dibuka',
  lastUsed: 'Terakhir digunakan',
  revoke: 'Tarik balik',
  revokeNamed: (name) => `Tarik balik ${name}`,
  revokeTitle: (name) => `Tarik balik “${name}”?`,
  revokeConsequence:
    'Ia tidak lagi boleh mengesahkan kod. Untuk menggunakannya semula, tambah dengan pautan baharu.',
  revoked: (name) => `“${name}” telah ditarik balik.`,
}
