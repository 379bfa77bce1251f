import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../imports.ts'
import type { WordsOf } from '../words-of.ts'

export const IMPORT_WORDS: WordsOf<typeof english.IMPORT_WORDS> = {
  startedBy: (fileName, name) => `${fileName}，由${name}开始于`,
  progress: (done, total) => `已完成 ${formatNumber(done)} 行，共 ${formatNumber(total)} 行。`,
  canLeave: '您可以离开此页面，导入会继续。',
}
