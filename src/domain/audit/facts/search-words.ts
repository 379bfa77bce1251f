import { ENGLISH } from '@counterfoil/contract/words/english.ts'
import { ENGLISH_FIELDS } from '@counterfoil/contract/words/english-fields.ts'
import type { FieldName } from '@counterfoil/contract/words/fact-words.ts'
import { AUDITED_ACTIONS } from './action-facts.ts'
import { FIELD_FACTS } from './field-facts.ts'

/** The separators of `audit_words` in the schema. */
const SEPARATORS = /[\s!-/:-@[-`{-~‘’“”…–—·→，。、；：！？（）「」]+/

export function splitIntoWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '')
}

/** The actions that a word stands for: “published” for voucher.publish, “key” for every action on a key. */
export function actionsNamed(word: string): string[] {
  return AUDITED_ACTIONS.filter((action) => startsIn(`${action} ${textOf(action)}`, word))
}

/** The properties whose name in words contains the word: “cap” for globalRedemptionCap. */
export function propertiesNamed(word: string): string[] {
  return (Object.keys(FIELD_FACTS) as FieldName[])
    .filter((field) => startsIn(ENGLISH_FIELDS[field], word))
    .map((field) => field.split('.').at(-1) as string)
}

/** The English sentences of an action, with all variants and plural forms. */
function textOf(action: string): string {
  const templates = Object.entries(ENGLISH.sentences).filter(([key]) => key.split(':')[0] === action)
  if (templates.length === 0) return 'changed'
  return templates
    .flatMap(([, template]) => (typeof template === 'string' ? template : Object.values(template)))
    .join(' ')
}

function startsIn(text: string, word: string): boolean {
  return splitIntoWords(text).some((one) => one.startsWith(word))
}
