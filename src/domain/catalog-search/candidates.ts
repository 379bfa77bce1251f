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
  for (const entry of entriesToLookAt(records, matches)) {
    const key = keyOf(entry, merchantOfEntry[entry] as number, matches)
    if (key === NO_KEY) continue
    let kind = KINDS.length - 1
    while (entry < (firstEntries[kind] as number)) kind -= 1
    const ofKind = groups[kind] as number[][]
    ofKind[key] ??= []
    ofKind[key].push(entry - (firstEntries[kind] as number))
  }
  return Object.fromEntries(KINDS.map((kind, i) => [kind, sortedGroups(groups[i] ?? [])])) as Candidates
}

/** The entries that match the rarest word, or that may match it by the name of their merchant. Each one comes once. */
function entriesToLookAt(records: SearchRecords, matches: readonly WordMatch[]): readonly number[] {
  const [first, ...others] = matches
  if (!first) return []
  // Something must match a word itself, so with one word the name of the merchant is not enough.
  if (others.length === 0) return first.entries
  const rarest = others.reduce((a, b) => (b.entries.length < a.entries.length ? b : a), first)
  const { firstEntry, firstOutlet, vouchersOfMerchant } = records
  const entries = rarest.entries.slice()
  const addIfNew = (entry: number) => {
    if (rarest.costOf(entry) === NO_COST) entries.push(entry)
  }
  for (const merchant of rarest.entries) {
    if (merchant >= firstEntry.vouchers || rarest.costOfName(merchant) === NO_COST) continue
    for (const voucher of vouchersOfMerchant[merchant] ?? []) addIfNew(firstEntry.vouchers + voucher)
    const end = firstOutlet[merchant + 1] as number
    for (let outlet = firstOutlet[merchant] as number; outlet < end; outlet += 1) {
      addIfNew(firstEntry.outlets + outlet)
    }
  }
  return entries
}

/** The key of an entry that does not match. */
export const NO_KEY = -1

/** The cost and `later` of an entry in one number, or `NO_KEY` if a word does not match. */
export function keyOf(entry: number, merchant: number, matches: readonly WordMatch[]): number {
  let cost = 0
  let later = 0
  let hasOwnMatch = false
  for (let i = 0; i < matches.length; i += 1) {
    const match = matches[i] as WordMatch
    const own = match.costOf(entry)
    // Something must match a word itself, so with one word the name of the merchant is not enough.
    const best = own || (matches.length > 1 ? match.costOfName(merchant) : NO_COST)
    if (best === NO_COST) return NO_KEY
    if (own !== NO_COST) hasOwnMatch = true
    const place = placeOf(best)
    // The tier decides, and then whether the word is in a main text.
    cost += 2 * tierOf(best) + (place === ELSEWHERE ? 1 : 0)
    later += place === LATER ? 1 : 0
  }
  return hasOwnMatch ? cost * MAX_LATER + later : NO_KEY
}

export function costOfKey(key: number): number {
  return Math.floor(key / MAX_LATER)
}

export function laterOfKey(key: number): number {
  return key % MAX_LATER
}

function sortedGroups(byKey: number[][]): Group[] {
  return byKey.flatMap((numbers, key) =>
    numbers
      ? [
          {
            cost: costOfKey(key),
            later: laterOfKey(key),
            numbers: Uint32Array.from(numbers).sort(),
          },
        ]
      : [],
  )
}

/** About how much memory candidates take. */
export function bytesOf(candidates: Candidates): number {
  let bytes = 0
  for (const kind of KINDS) for (const { numbers } of candidates[kind]) bytes += numbers.byteLength
  return bytes
}
