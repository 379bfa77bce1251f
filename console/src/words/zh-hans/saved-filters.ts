import type * as english from '../saved-filters.ts'
import type { WordsOf } from '../words-of.ts'

export const SAVED_FILTER_WORDS: WordsOf<typeof english.SAVED_FILTER_WORDS> = {
  none: '此列表没有已保存的筛选。',
  save: '保存这些筛选条件…',
  saveTitle: '保存这些筛选条件',
  saveAction: '保存',
  name: '名称',
  shared: '与同事共享',
  leftOut: '按用户的筛选不会保存，因为它会指明个人。',
  saved: (name) => `“${name}”已保存。`,
  nothingToSave: '请先设置筛选条件。',
  by: (name) => `由“${name}”共享`,
  own: '您自己的',
  isShared: '您的，已共享',
  remove: (name) => `删除“${name}”`,
  removed: (name) => `“${name}”已删除。`,
}
