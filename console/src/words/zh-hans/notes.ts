import type * as english from '../notes.ts'
import type { WordsOf } from '../words-of.ts'

export const NOTE_WORDS: WordsOf<typeof english.NOTE_WORDS> = {
  title: '备注',
  none: '没有备注。',
  forOperator: '仅供您的团队使用。商户、合作伙伴和顾客看不到。',
  forMerchant: '供您的团队使用。本服务的运营方也能看到。',
  text: '新备注',
  add: '添加备注',
  added: '备注已添加。',
  remove: '移除',
  removeNote: (author) => `移除“${author}”的备注`,
  removeTitle: '移除此备注？',
  removeConsequence: '将为所有人删除其内容。历史中仍会保留曾有备注的记录。',
  removed: '备注已移除。',
  more: '显示更早的备注',
}
