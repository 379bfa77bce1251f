import type {
  ClockChange,
  CreatedTwin,
  DeliveryTest,
  DeliveryTestResult,
  Partner,
  Redemption,
  TestClock,
  TestInfo,
  TestRedemption,
  TestScenario,
  TestToken,
  TestTokenRequest,
} from './contract-types.ts'
import type { OwnPartner } from './own-partner.ts'
import type { Transport } from './transport.ts'

const PATH = '/integrations/test'

/** The sandbox of your test twin. Pass the twin's slug and secret: with live ones, calls fail with `live_mode`. */
export class Sandbox {
  readonly #transport: Transport
  readonly #partner: OwnPartner
  readonly clock: SandboxClock

  constructor(transport: Transport, partner: OwnPartner) {
    this.#transport = transport
    this.#partner = partner
    this.clock = new SandboxClock(transport)
  }

  /**
   * Creates your test twin. This call needs your live slug and a live `apiKey`; all others need those of the twin. The
   * `secret` and the `apiKey` of the twin are returned only once: a repeated call returns the twin without them.
   */
  async createTwin(): Promise<Partner & Partial<CreatedTwin>> {
    return this.#transport.keyed('POST', await this.#partner.path('sandbox'))
  }

  /** The settings of the twin. `issuer` is the one that your own tokens need here: `tokens({ issuer, keys })`. */
  info(): Promise<TestInfo> {
    return this.#transport.signed('GET', PATH)
  }

  /** A user token, signed with a key of the service. */
  token(user: TestTokenRequest): Promise<TestToken> {
    return this.#transport.signed('POST', `${PATH}/tokens`, { body: user })
  }

  /** Merchants and vouchers that are named for what they do. Their ids stay the same after a reset. */
  async scenarios(): Promise<TestScenario[]> {
    const { items }: { items: TestScenario[] } = await this.#transport.signed('GET', `${PATH}/scenarios`)
    return items
  }

  /** Redeems without phone, PIN or GPS. Not repeated after a lost response: it may have been executed. */
  redeem(redemption: TestRedemption): Promise<Redemption> {
    return this.#transport.signedOnce('POST', `${PATH}/redemptions`, { body: redemption })
  }

  /** Confirms a code of a phone, as a device of the outlet would. `code` is the text of the QR code, or the six digits. */
  confirmCode(code: string): Promise<Redemption> {
    return this.#transport.signedOnce('POST', `${PATH}/counter`, { body: { code } })
  }

  /** Voids a redemption, as our staff can. */
  void(
    redemptionId: string,
    reason?: string,
  ): Promise<{ redemptionId: string; voidedAt: string; reason: string }> {
    const body = { redemptionId, ...(reason !== undefined && { reason }) }
    return this.#transport.signed('POST', `${PATH}/void`, { body })
  }

  /** Publishes a new voucher of a merchant. Not repeated after a lost response. */
  publish(merchantId: string, title?: string): Promise<{ voucherId: string; eventsEnqueued: number }> {
    const body = { merchantId, ...(title !== undefined && { title }) }
    return this.#transport.signedOnce('POST', `${PATH}/publish`, { body })
  }

  /** Lets the next attempts of deliveries fail, or sends deliveries that wait for a retry now. */
  deliveries(test: DeliveryTest): Promise<DeliveryTestResult> {
    return this.#transport.signed('POST', `${PATH}/deliveries`, { body: test })
  }

  /** Deletes your test users with everything they did, and resets the scenarios and the clock. */
  async reset(): Promise<void> {
    await this.#transport.signed('POST', `${PATH}/reset`)
  }
}

/** The current time of the sandbox. */
class SandboxClock {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get(): Promise<TestClock> {
    return this.#transport.signed('GET', `${PATH}/clock`)
  }

  set(now: Date): Promise<TestClock> {
    return this.#move({ now: now.toISOString() })
  }

  /** Moves the clock by an ISO 8601 duration, such as `P1M`. Not repeated after a lost response. */
  advance(duration: string): Promise<TestClock> {
    return this.#transport.signedOnce('PUT', `${PATH}/clock`, { body: { advance: duration } })
  }

  /** Back to the real time. */
  reset(): Promise<TestClock> {
    return this.#move({ reset: true })
  }

  #move(change: ClockChange): Promise<TestClock> {
    return this.#transport.signed('PUT', `${PATH}/clock`, { body: change })
  }
}
