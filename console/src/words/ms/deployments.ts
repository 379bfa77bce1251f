import type * as english from '../deployments.ts'
import type { WordsOf } from '../words-of.ts'

export const DEPLOYMENT_WORDS: WordsOf<typeof english.DEPLOYMENT_WORDS> = {
  title: 'Pelancaran',
  text: 'Rekodkan pelancaran untuk melihat hanya kegagalan baharu sejak itu. Saluran anda boleh melakukannya dengan API.',
  none: 'Belum ada pelancaran direkodkan.',
  name: 'Nama pelancaran',
  record: 'Rekodkan pelancaran',
  recorded: (name) => `Pelancaran “${name}” telah direkodkan.`,
  showNew: 'Yang baharu sejak itu',
}
