import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Listed, MerchantJson } from '../../src/domain/catalog/merchant-json.ts'

type Wire = { id: string; name: string; topVoucher: string | null }

/** Created only once, because fast-check lists all graphemes for it. */
const shortText = fc.string({ unit: 'grapheme', maxLength: 5 })
const wire = fc.record<Wire>({
  id: fc.uuid(),
  name: shortText,
  topVoucher: fc.option(shortText),
})
const distance = fc.oneof(
  fc.constantFrom(undefined, null, 0, 0.4, 9.5, 10, 99.4, 100, 20_015_114.4),
  fc.double({ min: 0, max: 20_015_115, noNaN: true }),
)
const catalog = fc.array(wire, { minLength: 1, maxLength: 8 })
const page = (merchants: number) => ({
  items: fc.array(fc.record<Listed>({ number: fc.nat(merchants - 1), distance } as never), { maxLength: 6 }),
  favorites: fc.array(fc.nat(merchants - 1)).map((numbers) => new Set(numbers)),
})

const textOf = ({ topVoucher, ...head }: Wire) => ({
  head: JSON.stringify(head).slice(0, -1),
  tail: `,"topVoucher":${JSON.stringify(topVoucher)}`,
})
const jsonOf = (merchants: Wire[]) => new MerchantJson(merchants.map(textOf))

/** The expected text, by JSON.stringify. */
function stringified(merchants: Wire[], items: Listed[], favorites: ReadonlySet<number>): string {
  return JSON.stringify(
    items.map(({ number, distance }) => {
      const { topVoucher, ...head } = merchants[number] as Wire
      const distanceMeters = distance == null ? distance : Math.round(distance)
      return { ...head, favorited: favorites.has(number), topVoucher, distanceMeters }
    }),
  )
}

const scene = catalog.chain((merchants) =>
  fc.record({ merchants: fc.constant(merchants), ...page(merchants.length) }),
)

test('a list and a single merchant equal the output of JSON.stringify', () => {
  fc.assert(
    fc.property(scene, ({ merchants, items, favorites }) => {
      const json = jsonOf(merchants)
      expect(json.list(items, favorites).toString()).toBe(stringified(merchants, items, favorites))
      for (const number of merchants.keys()) {
        const one = `[${json.one(number, favorites.has(number))}}]`
        expect(one).toBe(stringified(merchants, [{ number }], favorites))
      }
    }),
  )
})

test('a shared list equals the list, and is written once', () => {
  fc.assert(
    fc.property(scene, fc.record(page(1)), ({ merchants, items, favorites }, other) => {
      const json = jsonOf(merchants)
      const share = (all: Listed[], marked: ReadonlySet<number>) =>
        json.sharedList(json.digest(all, marked), all, marked)
      const first = share(items, favorites)
      expect(first).toEqual(json.list(items, favorites))
      expect(share(other.items, other.favorites)).toEqual(json.list(other.items, other.favorites))
      expect(share(items, favorites)).toBe(first)
    }),
  )
})

/** One catalog and another that differs from it in a merchant or two, or in nothing at all. */
const twoStates = catalog.chain((before) =>
  fc.record({
    before: fc.constant(before),
    after: fc.tuple(
      ...before.map((merchant) =>
        fc.oneof({ weight: 3, arbitrary: fc.constant(merchant) }, { weight: 1, arbitrary: wire }),
      ),
    ),
    first: fc.record(page(before.length)),
    second: fc.option(fc.record(page(before.length))),
  }),
)

test('two lists have the same digest if and only if their text is equal, on any node and from any state', () => {
  fc.assert(
    fc.property(twoStates, ({ before, after, first, second }) => {
      const [old, fresh, latter] = [jsonOf(before), jsonOf(after), second ?? first]
      const isSameText =
        stringified(before, first.items, first.favorites) ===
        stringified(after, latter.items, latter.favorites)
      const isSameDigest =
        old.digest(first.items, first.favorites) === fresh.digest(latter.items, latter.favorites)
      expect(isSameDigest).toBe(isSameText)
    }),
    { numRuns: 1000 },
  )
})

test('with some texts replaced, lists and tags equal those of the replaced merchants', () => {
  fc.assert(
    fc.property(
      scene,
      fc.array(fc.option(wire), { maxLength: 8 }),
      ({ merchants, items, favorites }, others) => {
        const replaced = merchants.map((merchant, number) => others[number] ?? merchant)
        const texts = new Map(
          merchants.flatMap((_, number) => {
            const other = others[number]
            return other ? [[number, textOf(other)] as const] : []
          }),
        )
        const base = jsonOf(merchants)
        const json = base.replacing(texts)
        expect(json.list(items, favorites).toString()).toBe(stringified(replaced, items, favorites))
        expect(json.digest(items, favorites)).toBe(jsonOf(replaced).digest(items, favorites))
        expect(base.list(items, favorites).toString()).toBe(stringified(merchants, items, favorites))
      },
    ),
  )
})
