import { plural } from '../../time/numbers.ts'
import type * as english from '../person.ts'
import type { WordsOf } from '../words-of.ts'

export const PERSON_WORDS: WordsOf<typeof english.PERSON_WORDS> = {
  details: 'Butiran',
  email: 'Alamat e-mel',
  sessions: 'Sesi',
  noSessions: 'Tiada sesiapa dilog masuk sebagai orang ini.',
  endAll: 'Tamatkan semua',
  endAllTitle: (name) => `Tamatkan semua sesi ${name}?`,
  endAllConsequence: (count) =>
    plural(count, { other: '# sesi tamat serta-merta. Orang itu boleh log masuk semula.' }),
  allEnded: (name) => `Semua sesi ${name} telah tamat.`,
  factors: 'Faktor kedua',
  factorsText: 'Bagi orang yang kehilangan telefon atau kunci laluan, dan kehabisan kod pemulihan.',
  removeFactors: 'Alih keluar faktor kedua',
  removeFactorsTitle: (name) => `Alih keluar faktor kedua ${name}?`,
  removeFactorsConsequence:
    'Kunci laluan, aplikasi pengesah dan kod pemulihan dialih keluar, dan semua sesi tamat. Selepas itu kata laluan sahaja cukup untuk log masuk. Pastikan orang ini benar-benar yang memintanya.',
  singleSignOn: 'Log masuk tunggal',
  singleSignOnText:
    'Log masuk pertama mengikat seseorang pada satu akaun di perkhidmatan log masuk tunggal anda. Lepaskan jika orang itu mempunyai akaun baharu di sana.',
  release: 'Lepaskan akaun',
  releaseTitle: (name) => `Lepaskan akaun log masuk tunggal ${name}?`,
  releaseConsequence:
    'Semua sesi tamat. Akaun seterusnya yang log masuk dengan alamat e-mel yang disahkan ini diikat pada orang itu. Pastikan akaun itu benar-benar miliknya.',
  released: (name) => `Akaun log masuk tunggal ${name} telah dilepaskan.`,
  factorsRemoved: (name) => `Faktor kedua ${name} telah dialih keluar.`,
}
