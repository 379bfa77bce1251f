import { type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mintToken } from './fixtures/bench-partner.ts'
import type { Filled, Sizes } from './fixtures/growth-history.ts'
import { SETTINGS } from './fixtures/prepared-database.ts'
import { saveResult } from './measure/save-result.ts'
import { issuerOf, withGrownService } from './servers/grown-service.ts'
import { ADMIN_KEY } from './servers/spawn-service.ts'

const WARM_UP_CALLS = 3
const DAY_MS = 86_400_000

type Row = { read: string; p50Ms: number; worstMs: number; status: number; ofFloor: number }

/**
 * Reads whose cost could grow with history. The floor is the liveness route of the same process. The service runs in
 * its own process and is called over HTTP only, so it can come from another checkout (`--service <folder>`).
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      redemptions: { type: 'string', default: '5000000' },
      calls: { type: 'string', default: '20' },
      service: { type: 'string', default: join(import.meta.dirname, '..') },
    },
  })
  const redemptions = Number(values.redemptions)
  const fifth = Math.ceil(redemptions / 5)
  const sizes: Sizes = { redemptions, users: fifth, events: 2 * fifth, codes: fifth, audit: fifth }
  await withGrownService({ sizes, folder: values.service }, async ({ url, ...grown }) => {
    const rows = await measure(url, grown.filled, grown.privateKey, Number(values.calls))
    console.table(rows)
    await saveResult('growth', { sizes, calls: Number(values.calls), settings: SETTINGS, rows })
  })
}

async function measure(url: string, filled: Filled, key: KeyObject, calls: number): Promise<Row[]> {
  const user = mintToken(key, { iss: issuerOf(filled.heavyPartnerSlug), sub: filled.heavyUser })
  const longAgo = new Date(Date.now() - 390 * DAY_MS).toISOString()
  const reads: [read: string, path: string, credential: string][] = [
    ['floor: GET /healthz', '/healthz', ADMIN_KEY],
    ['GET /admin/stats', '/admin/stats', ADMIN_KEY],
    ['… 30 days by outlet', '/admin/stats?groupBy=outlet', ADMIN_KEY],
    ['… 390 days by day', `/admin/stats?from=${longAgo}&interval=day`, ADMIN_KEY],
    [
      'GET /admin/redemptions?flagReason= rare',
      '/admin/redemptions?flagReason=outlet_not_geolocated',
      ADMIN_KEY,
    ],
    ['GET /admin/users?q= of one', '/admin/users?q=person123@', ADMIN_KEY],
    ['… of none', `/admin/users?q=${randomBytes(6).toString('hex')}`, ADMIN_KEY],
    ['… of all', '/admin/users?q=example.com', ADMIN_KEY],
    ['… of none, two letters', '/admin/users?q=zq', ADMIN_KEY],
    ['GET /admin/search?q= of none', `/admin/search?q=${randomBytes(6).toString('hex')}`, ADMIN_KEY],
    ['GET /admin/vouchers/{id}/codes', `/admin/vouchers/${filled.poolId}/codes`, ADMIN_KEY],
    ['GET /admin/deliveries?state=FAILED', '/admin/deliveries?state=FAILED', ADMIN_KEY],
    ['GET /admin/audit?actor= unknown', '/admin/audit?actor=nobody', ADMIN_KEY],
    ['GET /me/redemptions?limit=20, 5,000 old', '/me/redemptions?limit=20', user],
    ['GET /me, 2,000 favorites', '/me', user],
  ]
  const rows: Row[] = []
  for (const [read, path, credential] of reads) {
    const timings: number[] = []
    let status = 0
    for (let call = -WARM_UP_CALLS; call < calls; call += 1) {
      const startedAt = performance.now()
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${credential}` } })
      await response.arrayBuffer()
      status = response.status
      if (call >= 0) timings.push(performance.now() - startedAt)
    }
    timings.sort((a, b) => a - b)
    const p50Ms = rounded(timings[Math.floor(timings.length / 2)])
    const floor = rows[0]?.p50Ms ?? p50Ms
    rows.push({ read, p50Ms, worstMs: rounded(timings.at(-1)), status, ofFloor: rounded(p50Ms / floor) })
  }
  return rows
}

const rounded = (value = 0) => Math.round(value * 10) / 10
