import type { BrowseMerchantRow } from '../catalog/browse-queries.ts'
import type { Snapshot } from '../catalog/snapshot.ts'
import { isInScope, type Viewer } from '../partners/scope.ts'

const UNKNOWN = 0
const HIDDEN = -1

let lastId = 0

/** The merchants of an index that the users of a partner can see. Each merchant is looked up once. */
export class VisibleMerchants {
  /** No other object has it, also of another snapshot. */
  readonly id: number
  readonly #merchants: readonly BrowseMerchantRow[]
  readonly #snapshot: Snapshot
  readonly #viewer: Viewer
  /** The number of each merchant in the snapshot plus one; or `HIDDEN`, or `UNKNOWN` before it is looked up. */
  readonly #places: Int32Array

  constructor(merchants: readonly BrowseMerchantRow[], snapshot: Snapshot, viewer: Viewer) {
    lastId += 1
    this.id = lastId
    this.#merchants = merchants
    this.#snapshot = snapshot
    this.#viewer = viewer
    this.#places = new Int32Array(merchants.length)
  }

  includes(merchant: number): boolean {
    return this.#placeOf(merchant) !== HIDDEN
  }

  /** The number in the snapshot of a merchant that is visible. */
  numberInSnapshot(merchant: number): number {
    return this.#placeOf(merchant) - 1
  }

  #placeOf(merchant: number): number {
    const known = this.#places[merchant] as number
    return known === UNKNOWN ? this.#lookUp(merchant) : known
  }

  #lookUp(number: number): number {
    const merchant = this.#snapshot.byId.get(this.#merchants[number]?.id as string)
    const place = merchant && isInScope(this.#viewer, merchant) ? merchant.number + 1 : HIDDEN
    this.#places[number] = place
    return place
  }
}

const NO_SCOPE = {}

/** Remembers the visible merchants by snapshot and scope, since every search needs them. */
export class VisibleMerchantsCache {
  readonly #merchants: readonly BrowseMerchantRow[]
  readonly #known = new WeakMap<Snapshot, WeakMap<object, VisibleMerchants>>()

  constructor(merchants: readonly BrowseMerchantRow[]) {
    this.#merchants = merchants
  }

  /** The snapshot must be one that the viewer sees: live, or of the viewer's sandbox. */
  of(snapshot: Snapshot, viewer: Viewer): VisibleMerchants {
    const byScope = this.#known.get(snapshot) ?? new WeakMap<object, VisibleMerchants>()
    this.#known.set(snapshot, byScope)
    const scope = viewer.scope ?? NO_SCOPE
    const visible = byScope.get(scope) ?? new VisibleMerchants(this.#merchants, snapshot, viewer)
    byScope.set(scope, visible)
    return visible
  }
}
