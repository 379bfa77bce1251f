import type { BrowseMerchantRow } from '../catalog/browse-queries.ts'
import type { Snapshot } from '../catalog/snapshot.ts'
import { isInScope, type Viewer } from '../partners/scope.ts'

const VISIBLE = 1
const HIDDEN = 2

let lastId = 0

/** The merchants of an index that the users of a partner can see. Each merchant is looked up once. */
export class VisibleMerchants {
  /** No other object has it, also of another snapshot. */
  readonly id: number
  readonly #merchants: readonly BrowseMerchantRow[]
  readonly #snapshot: Snapshot
  readonly #viewer: Viewer
  /** `VISIBLE` or `HIDDEN`; 0 if the merchant was not looked up yet. */
  readonly #states: Uint8Array

  constructor(merchants: readonly BrowseMerchantRow[], snapshot: Snapshot, viewer: Viewer) {
    lastId += 1
    this.id = lastId
    this.#merchants = merchants
    this.#snapshot = snapshot
    this.#viewer = viewer
    this.#states = new Uint8Array(merchants.length)
  }

  includes(merchant: number): boolean {
    return (this.#states[merchant] || this.#lookUp(merchant)) === VISIBLE
  }

  #lookUp(number: number): number {
    const merchant = this.#snapshot.byId.get(this.#merchants[number]?.id as string)
    const state = merchant && isInScope(this.#viewer, merchant) ? VISIBLE : HIDDEN
    this.#states[number] = state
    return state
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
