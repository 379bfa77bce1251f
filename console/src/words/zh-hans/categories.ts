import type * as english from '../categories.ts'
import type { WordsOf } from '../words-of.ts'

export const CATEGORY_WORDS: WordsOf<typeof english.CATEGORY_WORDS> = {
  title: '分类',
  one: '分类',
  subCategories: '子分类',
  noSubCategories: '无',
  changed: '更改时间',
  actions: '操作',
  edit: '更改',
  editTitle: (name) => `更改“${name}”`,
  create: '新建分类',
  createTitle: '新建分类',
  createAction: '创建分类',
  saved: (name) => `“${name}”已保存。`,
  slugHint: '大写字母、数字和下划线。以后不能更改。',
  add: '添加子分类',
  newName: '子分类名称',
  removeOne: (name) => (name ? `移除“${name}”` : '移除新的子分类'),
  removeHint: '商户正在使用的子分类不能移除。',
}

export const CATEGORY_LABELS: WordsOf<typeof english.CATEGORY_LABELS> = {
  slug: '标识名',
  name: '名称',
  subCategories: '子分类',
  translations: '翻译',
}
