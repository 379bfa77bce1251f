/** How well a word matches another one, best first. Two errors are the tier after one error. */
export const EXACT = 0
export const PREFIX = 1
const ONE_ERROR = 2

export type OnMatch = (id: number, tier: number) => void

const NO_WORD = -1
const ROOT = 0

/**
 * All words of the index as a tree of letters: words with a common beginning share its nodes. One walk finds the words
 * that begin with another one, or that differ from it by a few typing errors.
 */
export class WordTree {
  readonly #ids = new Map<string, number>()
  // A node is an index of these arrays. Node 0 is the root, so 0 also means that there is no child or sibling.
  readonly #letters = [0]
  readonly #firstChild = [0]
  readonly #nextSibling = [0]
  readonly #idAt = [NO_WORD]

  get size(): number {
    return this.#ids.size
  }

  idOf(word: string): number | undefined {
    return this.#ids.get(word)
  }

  /** Returns the id of the word. `isWhole` words match only themselves, so they need no nodes. */
  add(word: string, isWhole: boolean): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(word, id)
    if (isWhole) return id
    let node = ROOT
    for (let i = 0; i < word.length; i += 1) {
      const letter = word.charCodeAt(i)
      node = this.#child(node, letter) || this.#addChild(node, letter)
    }
    this.#idAt[node] = id
    return id
  }

  /** Calls `onMatch` for every matching word, perhaps more than once with different tiers. */
  match(word: string, maxErrors: number, onMatch: OnMatch): void {
    const id = this.#ids.get(word)
    if (id !== undefined) onMatch(id, EXACT)
    const node = this.#find(word)
    if (node !== ROOT) this.#visitBelow(node, onMatch)
    if (maxErrors > 0) new ErrorWalk(word, maxErrors, onMatch).visitChildren(this.#nodes(), ROOT, 1)
  }

  #nodes(): Nodes {
    return {
      letters: this.#letters,
      firstChild: this.#firstChild,
      nextSibling: this.#nextSibling,
      idAt: this.#idAt,
    }
  }

  #find(word: string): number {
    let node = ROOT
    for (let i = 0; i < word.length; i += 1) {
      node = this.#child(node, word.charCodeAt(i))
      if (node === ROOT) return ROOT
    }
    return node
  }

  #visitBelow(node: number, onMatch: OnMatch): void {
    let child = this.#firstChild[node] as number
    for (; child !== ROOT; child = this.#nextSibling[child] as number) {
      const id = this.#idAt[child] as number
      if (id !== NO_WORD) onMatch(id, PREFIX)
      this.#visitBelow(child, onMatch)
    }
  }

  #child(node: number, letter: number): number {
    let child = this.#firstChild[node] as number
    while (child !== ROOT && this.#letters[child] !== letter) child = this.#nextSibling[child] as number
    return child
  }

  #addChild(node: number, letter: number): number {
    const child = this.#letters.push(letter) - 1
    this.#nextSibling.push(this.#firstChild[node] as number)
    this.#firstChild[node] = child
    this.#firstChild.push(ROOT)
    this.#idAt.push(NO_WORD)
    return child
  }
}

type Nodes = { letters: number[]; firstChild: number[]; nextSibling: number[]; idAt: number[] }

/**
 * Walks the nodes whose letters are within `maxErrors` of the word. An error is a letter that is missing, added or wrong,
 * or two neighbors that changed places (optimal string alignment). The distances to each beginning of the word make a
 * row, and each letter on the path has one. Only the places within `maxErrors` of the diagonal can matter.
 */
class ErrorWalk {
  readonly #word: number[]
  readonly #maxErrors: number
  readonly #onMatch: OnMatch
  readonly #rows: Uint8Array
  readonly #width: number
  readonly #path: number[] = []

  constructor(word: string, maxErrors: number, onMatch: OnMatch) {
    this.#word = Array.from({ length: word.length }, (_, i) => word.charCodeAt(i))
    this.#maxErrors = maxErrors
    this.#onMatch = onMatch
    this.#width = word.length + 1
    this.#rows = new Uint8Array(this.#width * (this.#width + maxErrors + 1))
    for (let i = 0; i < this.#width; i += 1) this.#rows[i] = i
  }

  visitChildren(nodes: Nodes, node: number, depth: number): void {
    if (depth > this.#word.length + this.#maxErrors) return
    let child = nodes.firstChild[node] as number
    for (; child !== ROOT; child = nodes.nextSibling[child] as number) {
      this.#path[depth] = nodes.letters[child] as number
      if (this.#writeRow(depth) > this.#maxErrors) continue
      const id = nodes.idAt[child] as number
      if (id !== NO_WORD) this.#report(id, depth)
      this.visitChildren(nodes, child, depth + 1)
    }
  }

  #report(id: number, depth: number): void {
    if (Math.abs(depth - this.#word.length) > this.#maxErrors) return
    const errors = this.#rows[depth * this.#width + this.#word.length] as number
    if (errors > 0 && errors <= this.#maxErrors) this.#onMatch(id, ONE_ERROR + errors - 1)
  }

  /** Returns the least distance of the row. */
  #writeRow(depth: number): number {
    const [rows, word, tooMany] = [this.#rows, this.#word, this.#maxErrors + 1]
    const row = depth * this.#width
    const above = row - this.#width
    const from = Math.max(1, depth - this.#maxErrors)
    const to = Math.min(word.length, depth + this.#maxErrors)
    const letter = this.#path[depth]
    let least = from === 1 ? depth : tooMany
    rows[row + from - 1] = least
    for (let i = from; i <= to; i += 1) {
      const isSame = word[i - 1] === letter
      let distance = (rows[above + i - 1] as number) + (isSame ? 0 : 1)
      distance = Math.min(distance, (rows[above + i] as number) + 1, (rows[row + i - 1] as number) + 1)
      if (depth > 1 && i > 1 && word[i - 2] === letter && word[i - 1] === this.#path[depth - 1]) {
        distance = Math.min(distance, (rows[above - this.#width + i - 2] as number) + 1)
      }
      rows[row + i] = distance
      least = Math.min(least, distance)
    }
    if (to < word.length) rows[row + to + 1] = tooMany
    return least
  }
}
