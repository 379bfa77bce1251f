import { plural } from '../../time/numbers.ts'
import type * as english from '../sessions.ts'
import type { WordsOf } from '../words-of.ts'

export const SESSION_WORDS: WordsOf<typeof english.SESSION_WORDS> = {
  title: 'Sesi',
  device: 'Peranti',
  unknownDevice: 'Peranti tidak diketahui',
  method: 'Log masuk dengan',
  methods: { PASSWORD: 'Kata laluan', PASSKEY: 'Kunci laluan', SSO: 'Log masuk tunggal' },
  lastUsed: 'Terakhir digunakan',
  actions: 'Tindakan',
  current: 'Sesi ini',
  end: 'Tamatkan',
  endOf: (device, address) => `Tamatkan sesi ${device} di ${address}`,
  ended: (device) => `Sesi ${device} telah tamat.`,
  ends: (at) => `Sesi ini tamat ${at}, atau selepas 12 jam tanpa digunakan.`,
  everywhere: 'Log keluar di semua tempat',
  everywhereTitle: 'Log keluar di semua tempat?',
  everywhereConsequence: (count) =>
    plural(count, { other: '# sesi tamat serta-merta, pada setiap peranti, termasuk sesi ini.' }),
}
