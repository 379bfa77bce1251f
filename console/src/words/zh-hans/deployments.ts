import type * as english from '../deployments.ts'
import type { WordsOf } from '../words-of.ts'

export const DEPLOYMENT_WORDS: WordsOf<typeof english.DEPLOYMENT_WORDS> = {
  title: '部署',
  text: '记录一次部署，即可只看此后新出现的失败。您的流水线可以通过 API 记录。',
  none: '还没有记录部署。',
  name: '部署名称',
  record: '记录部署',
  recorded: (name) => `部署“${name}”已记录。`,
  showNew: '查看此后新出现的失败',
}
