import type { BrowseMerchantRow } from '../catalog/browse-queries.ts'
import type { Snapshot } from '../catalog/snapshot.ts'
import { isInScope, type Viewer } from '../partners/scope.ts'

export const HIDDEN = -1

/** The merchants of an index that the users of a partner can see. Each merchant is looked up once. */
export class VisibleMerchants {
  readonly #merchants: readonly BrowseMerchantRow[]
  readonly #snapshot: Snapshot
  readonly #viewer: Viewer
  /** The order of each merchant plus one, or `HIDDEN`; 0 if it was not looked up yet. */
  readonly #orders: Int32Array

  constructor(merchants: readonly BrowseMerchantRow[], snapshot: Snapshot, viewer: Viewer) {
    this.#merchants = merchants
    this.#snapshot = snapshot
    this.#viewer = viewer
    this.#orders = new Int32Array(merchants.length)
  }

  /** The place of a merchant in the list by name, or `HIDDEN`. */
  orderOf(merchant: number): number {
    const known = this.#orders[merchant] as number
    return known !== 0 ? known : this.#lookUp(merchant)
  }

  #lookUp(number: number): number {
    const merchant = this.#snapshot.byId.get(this.#merchants[number]?.id as string)
    const order = merchant && isInScope(this.#viewer, merchant) ? merchant.number + 1 : HIDDEN
    this.#orders[number] = order
    return order
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
