import { plainText } from '@counterfoil/contract/markup.ts'

const FIRST_LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** The direction of a text by its first letter, without markup: the letter in `{b}` says nothing about the title. */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const letter = FIRST_LETTER.exec(plainText(text))?.[0]
  if (letter === undefined) return undefined
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}
