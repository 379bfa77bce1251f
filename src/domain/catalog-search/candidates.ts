import { KINDS, type Kind, type SearchRecords } from './search-records.ts'
import { ELSEWHERE, LATER, NO_COST, placeOf, tierOf, type WordMatch } from './word-match.ts'

/** Records of one kind that match equally well. Less is better; `cost` decides, unless a position comes in between. */
export type Group = {
  cost: number
  /** How many words stand at the beginning of no text. */
  later: number
  /** Numbers of records, in order. */
  numbers: Uint32Array
}

/** All records that match every word of a query, for any user. Groups of each kind are sorted, the best first. */
export type Candidates = Record<Kind, Group[]>

/** More than the words of any query. */
const MAX_LATER = 32

/** A record must match every word. Vouchers and outlets may match some words by the name of their merchant. */
export function findCandidates(records: SearchRecords, matches: readonly WordMatch[]): Candidates {
  // By the index of the kind, then by cost and `later`: keys that are strings would take half of the time.
  const groups: number[][][] = KINDS.map(() => [])
  const firstEntries = KINDS.map((kind) => records.firstEntry[kind])
  const { merchantOfEntry } = records
  for (let i = 0; i < matches.length; i += 1) {
    const { entries } = matches[i] as WordMatch
    for (let j = 0; j < entries.length; j += 1) {
      const entry = entries[j] as number
      if (isFoundBefore(entry, matches, i)) continue
      const key = keyOf(entry, merchantOfEntry[entry] as number, matches)
      if (key === NO_KEY) continue
      let kind = KINDS.length - 1
      while (entry < (firstEntries[kind] as number)) kind -= 1
      const ofKind = groups[kind] as number[][]
      ofKind[key] ??= []
      ofKind[key].push(entry - (firstEntries[kind] as number))
    }
  }
  return Object.fromEntries(KINDS.map((kind, i) => [kind, sortedGroups(groups[i] ?? [])])) as Candidates
}

/** Whether the entry also matches an earlier word. */
function isFoundBefore(entry: number, matches: readonly WordMatch[], matchIndex: number): boolean {
  for (let i = 0; i < matchIndex; i += 1) {
    if ((matches[i] as WordMatch).costOf(entry) !== NO_COST) return true
  }
  return false
}

const NO_KEY = -1

/** The cost and `later` of an entry in one number, or `NO_KEY` if a word does not match. */
function keyOf(entry: number, merchant: number, matches: readonly WordMatch[]): number {
  let cost = 0
  let later = 0
  for (let i = 0; i < matches.length; i += 1) {
    const match = matches[i] as WordMatch
    const own = match.costOf(entry) || match.costOfName(merchant)
    if (own === NO_COST) return NO_KEY
    const place = placeOf(own)
    // The tier decides, and then whether the word is in a main text.
    cost += 2 * tierOf(own) + (place === ELSEWHERE ? 1 : 0)
    later += place === LATER ? 1 : 0
  }
  return cost * MAX_LATER + later
}

function sortedGroups(byKey: number[][]): Group[] {
  return byKey.flatMap((numbers, key) =>
    numbers
      ? [
          {
            cost: Math.floor(key / MAX_LATER),
            later: key % MAX_LATER,
            numbers: Uint32Array.from(numbers).sort(),
          },
        ]
      : [],
  )
}
