import { ACTION_WORDS } from './action-words.ts'
import { FIELD_WORDS } from './field-words.ts'

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
  return Object.entries(ACTION_WORDS)
    .filter(([action, words]) => startsIn(`${action} ${sampleOf(words)}`, word))
    .map(([action]) => action)
}

/** The properties whose name in words contains the word: “cap” for globalRedemptionCap. */
export function propertiesNamed(word: string): string[] {
  return Object.entries(FIELD_WORDS)
    .filter(([, [field]]) => startsIn(field, word))
    .map(([property]) => property.split('.').at(-1) as string)
}

function sampleOf(words: (typeof ACTION_WORDS)[string]): string {
  if (typeof words === 'string') return words
  return typeof words === 'function' ? words({}) : 'changed'
}

function startsIn(text: string, word: string): boolean {
  return splitIntoWords(text).some((one) => one.startsWith(word))
}
