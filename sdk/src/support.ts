import type {
  AdminRedemption,
  AdminRequest,
  AdminUser,
  AdminUserWithActivity,
  Alert,
  Delivery,
  DeliveryQuery,
  Deployment,
  RedemptionQuery,
  RequestQuery,
  RowCount,
  UserQuery,
} from './contract-types.ts'
import type { OwnPartner } from './own-partner.ts'
import { pathSegment, type Transport } from './transport.ts'

export type Page<T> = {
  items: T[]
  /** Pass it as `cursor` to get the next page; null on the last one. */
  nextCursor: string | null
  /** How many records match on all pages together; absent unless the filter has `count: true`. */
  count?: RowCount
}

/** Look-ups for a support desk, newest first. */
export class Support {
  readonly #transport: Transport
  readonly #partner: OwnPartner

  constructor(transport: Transport, partner: OwnPartner) {
    this.#transport = transport
    this.#partner = partner
  }

  /** Searches your users by external id, e-mail address, phone and name. */
  find(q: string, page: Omit<UserQuery, 'q' | 'partnerId'> = {}): Promise<Page<AdminUser>> {
    return this.#transport.keyed('GET', '/admin/users', { query: { ...page, q } })
  }

  /** A user, by the `id` that `find` returns, with claims, favorites and redemptions. */
  async user(id: string): Promise<AdminUserWithActivity> {
    return this.#transport.keyed('GET', `/admin/users/${pathSegment(id, 'id')}`)
  }

  /** Redemptions of your users. */
  redemptions(filter: Omit<RedemptionQuery, 'partnerId'> = {}): Promise<Page<AdminRedemption>> {
    return this.#transport.keyed('GET', '/admin/redemptions', { query: filter })
  }

  /** Deliveries to your endpoint. */
  deliveries(filter: Omit<DeliveryQuery, 'partnerId'> = {}): Promise<Page<Delivery>> {
    return this.#transport.keyed('GET', '/admin/deliveries', { query: filter })
  }

  /** Your failed requests and those of your users in the last 7 days, each with the reason in words. */
  requests(filter: Omit<RequestQuery, 'partnerId'> = {}): Promise<Page<AdminRequest>> {
    return this.#transport.keyed('GET', '/admin/requests', { query: filter })
  }

  /** Call it when you have deployed: `requests({ newSinceDeployment: true })` then lists only what is new since. */
  async recordDeployment(name: string): Promise<Deployment> {
    return this.#transport.keyed('POST', await this.#partner.path('deployments'), { body: { name } })
  }

  /** Current problems: your endpoint is paused, or your keys cannot be fetched. */
  async alerts(): Promise<Alert[]> {
    const { items }: { items: Alert[] } = await this.#transport.keyed('GET', '/admin/alerts')
    return items
  }
}
