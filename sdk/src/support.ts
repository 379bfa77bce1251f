import type {
  AdminRedemption,
  AdminUser,
  AdminUserWithActivity,
  Delivery,
  DeliveryQuery,
  RedemptionQuery,
  UserQuery,
} from './contract-types.ts'
import type { Transport } from './transport.ts'

/** Pass `nextCursor` as `cursor` to get the next page; null on the last one. */
export type Page<T> = { items: T[]; nextCursor: string | null }

/** Look-ups for a support desk, newest first. */
export class Support {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Searches your users by external id, e-mail address, phone and name. */
  find(q: string, page: Omit<UserQuery, 'q' | 'partnerId'> = {}): Promise<Page<AdminUser>> {
    return this.#transport.keyed('GET', '/admin/users', { query: { ...page, q } })
  }

  /** A user, by the `id` that `find` returns, with claims, favorites and redemptions. */
  user(id: string): Promise<AdminUserWithActivity> {
    return this.#transport.keyed('GET', `/admin/users/${encodeURIComponent(id)}`)
  }

  redemptions(filter: Omit<RedemptionQuery, 'partnerId'> = {}): Promise<Page<AdminRedemption>> {
    return this.#transport.keyed('GET', '/admin/redemptions', { query: filter })
  }

  deliveries(filter: Omit<DeliveryQuery, 'partnerId'> = {}): Promise<Page<Delivery>> {
    return this.#transport.keyed('GET', '/admin/deliveries', { query: filter })
  }
}
