import type * as english from '../integration-health.ts'
import type { WordsOf } from '../words-of.ts'

export const HEALTH_WORDS: WordsOf<typeof english.HEALTH_WORDS> = {
  title: 'Masalah sekarang',
  since: 'Sejak',
  help: 'Apa yang perlu dibuat',
  showRequest: 'Tunjukkan permintaan terkini',
}

export const AREA_WORDS: WordsOf<typeof english.AREA_WORDS> = {
  keys: 'Kunci',
  tokens: 'Token',
  signatures: 'Tandatangan',
  webhooks: 'Webhook',
  clock: 'Jam',
  unknownFields: 'Medan tidak diketahui',
}

export const HEALTH_STATE_WORDS: WordsOf<typeof english.HEALTH_STATE_WORDS> = {
  OK: 'berfungsi',
  FAILING: 'gagal',
  NO_TRAFFIC: 'belum ada trafik',
}
