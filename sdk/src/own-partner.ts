import type { Partner } from './contract-types.ts'
import type { Transport } from './transport.ts'

/** The id of the partner, which the routes of the back office need. It is looked up by the slug, once. */
export class OwnPartner {
  readonly #transport: Transport
  readonly #slug: string
  #id: Promise<string> | undefined

  constructor(transport: Transport, slug: string) {
    this.#transport = transport
    this.#slug = slug
  }

  /** The path of the partner, or of a route below it. */
  async path(rest?: string): Promise<string> {
    this.#id ??= this.#find()
    try {
      const own = `/admin/partners/${await this.#id}`
      return rest === undefined ? own : `${own}/${rest}`
    } catch (error) {
      // The next call tries again.
      this.#id = undefined
      throw error
    }
  }

  async #find(): Promise<string> {
    const query = { q: this.#slug, limit: 200 }
    const page: { items: Partner[] } = await this.#transport.keyed('GET', '/admin/partners', { query })
    const partner = page.items.find(({ slug }) => slug === this.#slug)
    if (!partner) throw new Error(`The API key belongs to another partner than "${this.#slug}"`)
    return partner.id
  }
}
