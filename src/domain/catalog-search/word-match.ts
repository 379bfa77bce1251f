import { EntryCosts } from './entry-costs.ts'
import { EXACT, PREFIX, type WordTree } from './word-tree.ts'

/** Where a word stands in an entry: first in a main text, later in one, or in another text. */
export const FIRST = 0
export const LATER = 1
export const ELSEWHERE = 2

/** How well an entry matches: a tier, then two bits with the place. Less is better. */
export const NO_COST = 0
const PLACE_BITS = 2
const PLACE_MASK = 0b11

export function tierOf(cost: number): number {
  return (cost - 1) >> PLACE_BITS
}

export function placeOf(cost: number): number {
  return (cost - 1) & PLACE_MASK
}

/** Plus one, so that no cost is `NO_COST`. */
function costOf(tier: number, place: number): number {
  return ((tier << PLACE_BITS) | place) + 1
}

const BYTES_PER_ENTRY = 8
const BYTES_PER_WORD = 50

/** The words of the index, and their entries, that match one word of a query. */
export class WordMatch {
  /** The matching entries, each once. */
  readonly entries: number[] = []
  readonly #word: string
  readonly #tree: WordTree
  readonly #wordsByTier: number[][] = []
  /** By the ids of the matching words. */
  readonly #tiers = new Map<number, number>()
  readonly #costs: EntryCosts

  constructor(word: string, tree: WordTree, entryCount: number) {
    this.#word = word
    this.#tree = tree
    this.#costs = new EntryCosts(entryCount)
  }

  addWord(id: number, tier: number): void {
    const known = this.#tiers.get(id)
    if (known !== undefined && known <= tier) return
    this.#tiers.set(id, tier)
    this.#wordsByTier[tier] ??= []
    this.#wordsByTier[tier].push(id)
  }

  /** The matching words with their tiers, the best first. A word may come again with a worse tier. */
  words(): [tier: number, ids: number[]][] {
    return this.#wordsByTier.flatMap((ids, tier): [number, number[]][] => (ids ? [[tier, ids]] : []))
  }

  addEntry(entry: number, tier: number, place: number): void {
    const cost = costOf(tier, place)
    const known = this.#costs.get(entry)
    if (known === NO_COST) this.entries.push(entry)
    if (known === NO_COST || cost < known) this.#costs.set(entry, cost)
  }

  costOf(entry: number): number {
    return this.#costs.get(entry)
  }

  /** The cost of a merchant's name for its vouchers and outlets. Its other texts do not help to find them. */
  costOfName(merchant: number): number {
    const cost = this.#costs.get(merchant)
    return cost === NO_COST || placeOf(cost) === ELSEWHERE ? NO_COST : costOf(tierOf(cost), ELSEWHERE)
  }

  /** Whether a word of a text matches with this tier. Comparing two words is faster than looking one up. */
  isMatch(word: string, tier: number): boolean {
    if (tier === EXACT) return word === this.#word
    if (tier === PREFIX) return word !== this.#word && word.startsWith(this.#word)
    const id = this.#tree.idOf(word)
    return id !== undefined && this.#tiers.get(id) === tier
  }

  /** About how much memory this takes. */
  get bytes(): number {
    return this.#costs.bytes + BYTES_PER_WORD * this.#tiers.size + BYTES_PER_ENTRY * this.entries.length
  }
}
