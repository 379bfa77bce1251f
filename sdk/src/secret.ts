import type { Partner, PartnerSecret } from './contract-types.ts'
import type { OwnPartner } from './own-partner.ts'
import type { Transport } from './transport.ts'

export class Secret {
  readonly #transport: Transport
  readonly #partner: OwnPartner

  constructor(transport: Transport, partner: OwnPartner) {
    this.#transport = transport
    this.#partner = partner
  }

  /** Creates the next secret and returns it, only once. From now on, the service accepts both. */
  async rotate(): Promise<string> {
    const path = await this.#partner.path('secret/rotate')
    return (await this.#transport.keyed<PartnerSecret>('POST', path)).secret
  }

  /** From now on, webhooks are signed with the next secret. The old one is accepted for another 24 hours. */
  async promote(): Promise<Partner> {
    return this.#transport.keyed('POST', await this.#partner.path('secret/promote'))
  }
}
