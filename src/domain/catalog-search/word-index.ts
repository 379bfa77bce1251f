import type { TimeSlice } from '../../platform/time-slice.ts'
import { KINDS, type SearchRecords, type SearchText } from './search-records.ts'
import { ELSEWHERE, FIRST, LATER, WordMatch } from './word-match.ts'
import { WordTree } from './word-tree.ts'
import { forgivenErrors, isUnspaced, wordsOf } from './words.ts'

/** A posting is the number of an entry, then two bits with the place of the word in it. */
const PLACE_BITS = 2
const PLACE_MASK = 0b11

/** The entries in which each word occurs. */
export class WordIndex {
  readonly #entryCount: number
  readonly #tree = new WordTree()
  /** Where the postings of each word begin, and where the last ones end. */
  #starts = new Uint32Array(1)
  #postings = new Uint32Array(0)

  private constructor(entryCount: number) {
    this.#entryCount = entryCount
  }

  static async of(records: SearchRecords, slice: TimeSlice): Promise<WordIndex> {
    const index = new WordIndex(records.merchantOfEntry.length)
    const postingsOf: number[][] = []
    for (const kind of KINDS) {
      for (let number = 0; number < records[kind].length; number += 1) {
        const entry = records.firstEntry[kind] + number
        for (const text of records.textsOf(kind, number)) index.#add(entry, text, postingsOf)
        if (slice.isOver()) await slice.next()
      }
    }
    await index.#flatten(postingsOf, slice)
    return index
  }

  match(word: string): WordMatch {
    const match = new WordMatch(word, this.#tree, this.#entryCount)
    this.#tree.match(word, forgivenErrors(word), (id, tier) => match.addWord(id, tier))
    for (const [tier, ids] of match.words()) {
      for (const id of ids) {
        const end = this.#starts[id + 1] as number
        for (let i = this.#starts[id] as number; i < end; i += 1) {
          const posting = this.#postings[i] as number
          match.addEntry(posting >>> PLACE_BITS, tier, posting & PLACE_MASK)
        }
      }
    }
    return match
  }

  #add(entry: number, { isMain, versions }: SearchText, postingsOf: number[][]): void {
    for (const text of versions([])) {
      const words = wordsOf(text)
      for (const { text: word, start } of words) {
        const id = this.#tree.idOf(word) ?? this.#tree.add(word, isUnspaced(word))
        const place = !isMain ? ELSEWHERE : start === words[0]?.start ? FIRST : LATER
        const posting = (entry << PLACE_BITS) | place
        postingsOf[id] ??= []
        const own = postingsOf[id]
        const last = own.at(-1)
        // An entry has one posting for a word, with its best place.
        if (last === undefined || last >>> PLACE_BITS !== entry) own.push(posting)
        else own[own.length - 1] = Math.min(last, posting)
      }
    }
  }

  /** One array instead of one for each word takes a quarter of the memory. */
  async #flatten(postingsOf: number[][], slice: TimeSlice): Promise<void> {
    this.#starts = new Uint32Array(postingsOf.length + 1)
    for (const [word, own] of postingsOf.entries()) {
      this.#starts[word + 1] = (this.#starts[word] as number) + own.length
    }
    this.#postings = new Uint32Array(this.#starts.at(-1) as number)
    for (const [word, own] of postingsOf.entries()) {
      this.#postings.set(own, this.#starts[word])
      if (slice.isOver()) await slice.next()
    }
  }
}
