import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../outlet-import.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_IMPORT_WORDS: WordsOf<typeof english.OUTLET_IMPORT_WORDS> = {
  title: '导入门店',
  intro: (required, optional) =>
    `CSV 文件须有列 ${required.join('、')}，还可以有 ${optional.join('、')}。门店按名称匹配，空单元格不作更改。`,
  choose: '选择 CSV 文件',
  chooseOther: '选择其他文件',
  noRows: '文件中没有行。',
  tooLarge: '文件大于 8 MiB，请拆分。',
  nothingWritten: '未写入任何内容。',
  sending: '正在发送文件…',
  working: '正在检查各行…',
  running: '正在导入。',
  show: '查看导入',
  preview: '预览',
  line: '行',
  outlet: '门店',
  result: '结果',
  details: '详情',
  kinds: { new: '新增', changed: '更改', unchanged: '相同', wrong: '有误', written: '已写入' },
  summary: (counts) =>
    `新增 ${formatNumber(counts.new)}，更改 ${formatNumber(counts.changed)}，相同 ${formatNumber(counts.same)}，有误 ${formatNumber(counts.wrong)}。`,
  firstRows: (shown, all) => `显示前 ${formatNumber(shown)} 行，共 ${formatNumber(all)} 行，有误的在前。`,
  write: (count, wrong) =>
    wrong === 0
      ? plural(count, { other: '写入 # 家门店' })
      : `写入 ${formatNumber(count)} 家门店，略过 ${formatNumber(wrong)} 行`,
  wrongStay: '尚未写入。请更正文件中有误的行，或略过它们。',
  nothingToWrite: '没有可写入的内容。',
  finished: (written, wrong) =>
    wrong === 0
      ? plural(written, { other: '已写入 # 家门店。' })
      : `已写入 ${formatNumber(written)} 家门店，略过 ${formatNumber(wrong)} 行有误的内容。`,
  report: '有误的行（CSV）',
  back: '← 门店',
}
