import type { PartnerMerchant } from './contract-types.ts'
import type { Transport } from './transport.ts'

type MerchantPage = { items: PartnerMerchant[]; next: string | null }

/** The merchants in your scope with their outlets, active or not: for reports and support. */
export class Merchants {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  async *iterate(): AsyncGenerator<PartnerMerchant, void, undefined> {
    let after: string | undefined
    do {
      const page: MerchantPage = await this.#transport.signed('GET', '/integrations/merchants', {
        query: { after },
      })
      yield* page.items
      after = page.next ?? undefined
    } while (after !== undefined)
  }
}
