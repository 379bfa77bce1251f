/** A word of a text in the form that the index compares, and its place in the text, in UTF-16 code units. */
export type Word = { text: string; start: number; end: number }

/** Longer words are cut, so that a text without spaces does not make a deep tree. */
const MAX_WORD_LENGTH = 32

const ASCII = /^[\x20-\x7e\s]*$/

/** Chinese and Japanese write no spaces between words. */
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]'
const LETTER = `[[\\p{L}\\p{N}]--${UNSPACED}]`
const LETTERS = `${LETTER}[${LETTER}\\p{M}]*`
/** A run of unspaced characters, or a word with its accents and apostrophes. */
const RUN = new RegExp(`(?<unspaced>${UNSPACED}+)|${LETTERS}(?:['’]${LETTERS})*`, 'gv')
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'v')

/** Accents, Arabic vowel signs, the Arabic stretching character and apostrophes do not distinguish words. */
const IGNORED = /[\p{M}\u0640'’]/gu
const ARABIC = /[\u0600-\u06ff]/
/** Letters that Arabic writers use for each other. */
const ARABIC_SPELLINGS: Record<string, string> = { ى: 'ي', ة: 'ه', ٱ: 'ا', ی: 'ي', ک: 'ك' }
const ARABIC_SPELLING = /[ىةٱیک]/g
const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g
/** Like "the", but written together with its word. */
const ARABIC_ARTICLE = /^ال(?=..)/

/** The words of a text, in order. A run of Chinese characters becomes its characters and its pairs of neighbors. */
export function wordsOf(text: string): Word[] {
  if (ASCII.test(text)) return asciiWords(text.toLowerCase())
  const words: Word[] = []
  for (const { 0: run, index, groups } of text.matchAll(RUN)) {
    if (groups?.unspaced) words.push(...charactersAndPairs(run, index))
    else words.push({ text: cut(folded(run)), start: index, end: index + run.length })
  }
  return words
}

/** The words to look for. Pairs include their characters, so a character is looked for only if it stands alone. */
export function queryWordsOf(query: string): string[] {
  const words = wordsOf(query)
  const isInPair = ({ text, start, end }: Word) =>
    isUnspaced(text) &&
    words.some((other) => other.text.length > text.length && other.start <= start && other.end >= end)
  return [...new Set(words.filter((word) => !isInPair(word)).map(({ text }) => text))]
}

/** How many typing errors are forgiven: one from 4 letters, two from 8, none in Chinese and in numbers. */
export function forgivenErrors(word: string): 0 | 1 | 2 {
  if (word.length < 4 || isUnspaced(word) || /\p{N}/u.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

/** Whether the word is a character, or a pair of them, of a script without spaces. */
export function isUnspaced(word: string): boolean {
  return STARTS_UNSPACED.test(word)
}

/** Reads one character after the other, because most texts are ASCII and an expression takes twice as long. */
function asciiWords(text: string): Word[] {
  const words: Word[] = []
  const hasApostrophes = text.includes("'")
  let start = 0
  while (start < text.length) {
    if (!isAsciiLetter(text, start)) {
      start += 1
      continue
    }
    let end = start + 1
    while (isAsciiLetter(text, end) || (text[end] === "'" && isAsciiLetter(text, end + 1))) end += 1
    const word = text.slice(start, end)
    words.push({ text: cut(hasApostrophes ? word.replaceAll("'", '') : word), start, end })
    start = end
  }
  return words
}

/** Whether a lower-case letter or a digit stands there. */
function isAsciiLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
}

function charactersAndPairs(run: string, start: number): Word[] {
  let at = start
  const characters = [...run].map((character): Word => {
    const place = { start: at, end: at + character.length }
    at = place.end
    return { text: folded(character), ...place }
  })
  const pairs = characters.slice(1).map(({ text, end }, i): Word => {
    const before = characters[i] as Word
    return { text: before.text + text, start: before.start, end }
  })
  return [...characters, ...pairs]
}

/** Without case and accents. */
function folded(run: string): string {
  const plain = run.normalize('NFKD').replace(IGNORED, '').toLowerCase()
  if (!ARABIC.test(plain)) return plain
  return plain
    .replace(ARABIC_SPELLING, (letter) => ARABIC_SPELLINGS[letter] as string)
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(ARABIC_ARTICLE, '')
}

function cut(word: string): string {
  return word.slice(0, MAX_WORD_LENGTH)
}
