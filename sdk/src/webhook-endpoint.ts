import type {
  DeliverNowResult,
  Delivery,
  DeliveryHealth,
  Partner,
  PartnerWithDelivery,
  Replay,
  ReplayRequest,
  WebhookEvent,
  WebhookTestResult,
} from './contract-types.ts'
import type { OwnPartner } from './own-partner.ts'
import { pathSegment, type Transport } from './transport.ts'

/** Your webhook endpoint, as the service sees it. */
export class Webhook {
  readonly #transport: Transport
  readonly #partner: OwnPartner

  constructor(transport: Transport, partner: OwnPartner) {
    this.#transport = transport
    this.#partner = partner
  }

  /** Sends a signed sample to your endpoint, and returns its response. */
  async test(type: WebhookEvent['type']): Promise<WebhookTestResult> {
    return this.#transport.keyed('POST', await this.#partner.path('webhook/test'), { body: { type } })
  }

  /** Whether events reach your endpoint, since when not, and how many did not arrive. */
  async health(): Promise<DeliveryHealth> {
    const partner: PartnerWithDelivery = await this.#transport.keyed('GET', await this.#partner.path())
    return partner.delivery
  }

  /** Sends everything that did not arrive now, also to a paused endpoint. */
  async deliverNow(): Promise<DeliverNowResult> {
    return this.#transport.keyed('POST', await this.#partner.path('webhook/deliver-now'))
  }

  /** Ends a pause. Waiting deliveries are sent now. */
  async resume(): Promise<Partner> {
    return this.#transport.keyed('POST', await this.#partner.path('webhook/resume'))
  }

  /** Sends the events of a period again, in the background. `progress` reports how far the replay is. */
  async replay(request: ReplayRequest): Promise<Replay> {
    return this.#transport.keyed('POST', await this.#partner.path('replay'), { body: request })
  }

  /** Sends one delivery again, now, and restarts its schedule. */
  async retry(deliveryId: string): Promise<Delivery> {
    return this.#transport.keyed('POST', `/admin/deliveries/${pathSegment(deliveryId, 'deliveryId')}/retry`)
  }

  /** The progress of the latest replay. */
  async progress(): Promise<Replay> {
    return this.#transport.keyed('GET', await this.#partner.path('replay'))
  }
}
