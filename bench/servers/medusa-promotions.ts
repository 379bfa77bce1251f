import { createRequire } from 'node:module'
import { join } from 'node:path'

// Medusa's promotion module, as its server runs it, in its own process. It registers uses of promotions for the load that
// `bench/peers.ts` asks for. Arguments: the folder where it is installed, and the URL of an empty database.

export type PeerLoad = { clients: number; seconds: number; users: number }
export type PeerResult = { perSecond: number; p50Ms: number; p99Ms: number; outcomes: Record<string, number> }

type Action = { action: 'addItemAdjustment'; code: string; amount: number }
/** The calls of Medusa's promotion module that are used here. Its own types are not installed. */
type Promotions = {
  createCampaigns(campaigns: object[]): Promise<{ id: string }[]>
  createPromotions(promotions: object[]): Promise<{ id: string; code: string }[]>
  registerUsage(actions: Action[], context: { customer_id: string; customer_email: null }): Promise<void>
}

const PROMOTIONS = 500
const MAX_USES = 10_000_000
const MAX_USES_OF_A_USER = 1000

const [folder = '', clientUrl = ''] = process.argv.slice(2)
const load = createRequire(join(folder, 'package.json'))
const { MedusaModule } = load('@medusajs/framework/modules-sdk')
const module = { moduleKey: 'promotion', cwd: folder }
const options = { database: { clientUrl, driverOptions: { pool: { min: 32, max: 32 } } } }
const modulePath = load.resolve('@medusajs/promotion')
await MedusaModule.migrateUp({ ...module, modulePath, options })
const { promotion: promotions } = (await MedusaModule.bootstrap({
  ...module,
  defaultPath: modulePath,
  declaration: { scope: 'internal', resolve: modulePath, options },
})) as { promotion: Promotions }

const codes = await createPromotions()
process.on('message', async (message: { load?: PeerLoad; stop?: true }) => {
  if (message.load) process.send?.(await run(message.load))
  if (message.stop) process.exit()
})
process.send?.({ isReady: true })

/** Each has a limit of all uses and one of the uses of a user, as the vouchers of the other side do. */
async function createPromotions(): Promise<string[]> {
  const names = Array.from({ length: PROMOTIONS }, (_, i) => `COFFEE-${i}`)
  const campaigns = await promotions.createCampaigns(
    names.map((name) => ({
      name,
      campaign_identifier: name,
      budget: { type: 'use_by_attribute', attribute: 'customer_id', limit: MAX_USES_OF_A_USER },
    })),
  )
  const created = await promotions.createPromotions(
    names.map((code, i) => ({
      code,
      type: 'standard',
      status: 'active',
      limit: MAX_USES,
      campaign_id: campaigns[i]?.id,
      application_method: { type: 'fixed', target_type: 'order', value: 5, currency_code: 'myr' },
    })),
  )
  return created.map(({ code }) => code)
}

async function run({ clients, seconds, users }: PeerLoad): Promise<PeerResult> {
  const latencies: number[] = []
  const outcomes: Record<string, number> = {}
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  let turn = 0
  const drive = async () => {
    while (performance.now() < end) {
      const sentAt = performance.now()
      const use = turn++
      const action: Action = {
        action: 'addItemAdjustment',
        code: codes[use % codes.length] as string,
        amount: 5,
      }
      const outcome = await promotions
        .registerUsage([action], { customer_id: `user-${use % users}`, customer_email: null })
        .then(
          () => 'used',
          (error: Error) => error.message,
        )
      latencies.push(performance.now() - sentAt)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: clients }, drive))
  const elapsed = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 100) / 100
  return { perSecond: Math.round(latencies.length / elapsed), p50Ms: at(0.5), p99Ms: at(0.99), outcomes }
}
