import { type DemoService, startDemoService } from '../../scripts/demo-service.ts'
import { ADMIN_KEY } from './spawn-service.ts'

const CLAIMS = 200
/** What differs from row to row: how often a voucher can be used, until when, and by whom. */
const KINDS = [
  { cycle: 'MONTHLY', redemptionCount: 2 },
  { valueType: 'PERCENT', validUntil: inDays(5) },
  { valueType: 'BOGO', validUntil: inDays(90) },
  { favoritesOnly: true },
  { validFrom: new Date().toISOString(), applicableFrom: inDays(20) },
]

type Record = { id: string; imagePath: string | null }

/** The demo service, whose user has claimed 200 vouchers of the demo's merchants. */
export async function startLongWallet(): Promise<DemoService> {
  const service = await startDemoService({ ADMIN_API_KEY: ADMIN_KEY })
  try {
    await claimVouchers(service)
    return service
  } catch (error) {
    await service.stop()
    throw error
  }
}

async function claimVouchers({ origin, token }: DemoService): Promise<void> {
  const call = async <T>(key: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json() as Promise<T>
  }
  const { items: merchants } = await call<{ items: Record[] }>(ADMIN_KEY, '/admin/merchants')
  const offers: { merchantId: string; imagePath: string }[] = []
  for (const { id } of merchants) {
    const { items } = await call<{ items: Record[] }>(ADMIN_KEY, `/admin/merchants/${id}/vouchers`)
    const pictures = items.flatMap(({ imagePath }) => imagePath ?? [])
    offers.push(...pictures.map((imagePath) => ({ merchantId: id, imagePath })))
  }
  for (let n = 0; n < CLAIMS; n += 1) {
    const { merchantId, imagePath } = offers[n % offers.length] as (typeof offers)[number]
    const title = `{b}Offer ${n + 1}{/b} for regular guests, with every order from the menu`
    const voucher = { title, imagePath, claimFlow: 'WALLET', ...KINDS[n % KINDS.length] }
    const path = `/admin/merchants/${merchantId}/vouchers`
    const { id } = await call<Record>(ADMIN_KEY, path, voucher)
    await call(ADMIN_KEY, `/admin/vouchers/${id}/publish`, {})
    await call(token, '/me/claims', { voucherId: id })
  }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}
