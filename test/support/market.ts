import { heldToContract } from './conformity.ts'
import type { ApiResponse, Call, Harness } from './harness.ts'
import type { TestIssuer } from './tokens.ts'

type Body = ApiResponse['body']

export type Market = {
  /** A new category, so that a test lists only its own merchants. */
  category(...subCategories: string[]): Promise<{ slug: string; subCategoryIds: string[] }>
  merchant(changes?: object): Promise<Body>
  outlet(merchantId: string, changes?: object): Promise<Body>
  /** A merchant with an outlet, which a voucher needs to be published. */
  shop(changes?: object): Promise<Body>
  draft(merchantId: string, changes?: object): Promise<Body>
  /** A published voucher. */
  offer(merchantId: string, changes?: object): Promise<Body>
  change(path: string, changes: object): Promise<Body>
  unpublish(voucherId: string): Promise<Body>
}

let count = 0

/** Creates catalog data through the back-office routes. Omitted fields get default values. */
export function openMarket(admin: Call): Market {
  const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<Body> => {
    const response = await admin(method, path, body)
    if (response.status >= 300)
      throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const market: Market = {
    async category(...names) {
      count += 1
      const slug = `CATEGORY_${count}`
      const subCategories = names.map((name) => ({ name }))
      const created = await send('PUT', `/admin/categories/${slug}`, {
        name: `Category ${count}`,
        subCategories,
      })
      return { slug, subCategoryIds: created.subCategories.map(({ id }: { id: string }) => id) }
    },
    merchant(changes = {}) {
      count += 1
      const defaults = { name: `Merchant ${count}`, slug: `merchant-${count}`, category: 'F_AND_B' }
      return send('POST', '/admin/merchants', { ...defaults, ...changes })
    },
    outlet(merchantId, changes = {}) {
      const defaults = { name: 'Outlet', addressLine: '1 Market Street', city: 'Ipoh', countryCode: 'MY' }
      return send('POST', `/admin/merchants/${merchantId}/outlets`, { ...defaults, ...changes })
    },
    async shop(changes) {
      const merchant = await market.merchant(changes)
      await market.outlet(merchant.id)
      return merchant
    },
    draft(merchantId, changes = {}) {
      count += 1
      const defaults = { title: `Offer ${count}`, imagePath: 'https://img.example.com/offer.jpg' }
      return send('POST', `/admin/merchants/${merchantId}/vouchers`, { ...defaults, ...changes })
    },
    async offer(merchantId, changes) {
      const { id } = await market.draft(merchantId, changes)
      const { eventsEnqueued: _, ...voucher } = await send('POST', `/admin/vouchers/${id}/publish`)
      return voucher
    },
    change: (path, changes) => send('PATCH', path, changes),
    unpublish: (voucherId) => send('POST', `/admin/vouchers/${voucherId}/unpublish`),
  }
  return market
}

/** Calls as users of a partner, and checks each response against the contract. A moved clock mints a new token. */
export function visitorsOf(
  { as, served, clock }: Pick<Harness, 'as' | 'served' | 'clock'>,
  issuer: TestIssuer,
): (sub?: string, claims?: object) => Call {
  return (sub = 'user-42', claims = {}) => {
    let minted = { at: 0, token: '' }
    const call: Call = (...request) => {
      const at = clock.now.getTime()
      if (minted.at !== at) minted = { at, token: issuer.mint({ sub, ...claims }) }
      return as(minted.token)(...request)
    }
    return heldToContract(served, call)
  }
}

export const namesOf = ({ body }: ApiResponse): string[] => body.map(({ name }: { name: string }) => name)
export const idsOf = ({ body }: ApiResponse): string[] => body.map(({ id }: { id: string }) => id)
