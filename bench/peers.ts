import { parseArgs } from 'node:util'
import { connect } from '../src/platform/database/db.ts'
import { PIN } from './fixtures/prepared-database.ts'
import { generateLoad } from './load/generate-load.ts'
import { redemptionRequest, verifyTokens } from './load/redemption-requests.ts'
import { versionOf, withPackages } from './measure/install-packages.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'
import type { PeerLoad, PeerResult } from './servers/medusa-promotions.ts'
import type { RedeemFixture } from './servers/redeem.ts'

const PACKAGES = ['@medusajs/promotion', '@medusajs/framework']
const CLIENTS = 32
const USERS = 20_000
const VOUCHERS = 500
const ROUNDS = 3

type Row = PeerResult & { subject: string; round: number }

/**
 * Uses of 500 vouchers with limits by 32 clients, beside the promotions of Medusa on the same PostgreSQL. Ours is called
 * over HTTP with a token; Medusa's module is called in its own process, without HTTP. docs/benchmarks.md says what each
 * of them guarantees. `--folder` is where Medusa is installed already.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '10' }, folder: { type: 'string' } },
  })
  await withPackages(PACKAGES, values.folder, async (folder) => {
    const versions = await Promise.all(PACKAGES.map((name) => versionOf(folder, name)))
    const rows = await measure(folder, Number(values.seconds))
    console.table(rows.map(({ outcomes, ...row }) => ({ ...row, outcomes: JSON.stringify(outcomes) })))
    console.log([...versions, `node ${process.version}`].join(', '))
    await saveResult('peers', { clients: CLIENTS, seconds: Number(values.seconds), versions, rows })
  })
}

async function measure(folder: string, seconds: number): Promise<Row[]> {
  const service = startChild(
    'servers/redeem.ts',
    JSON.stringify({ users: USERS, vouchers: VOUCHERS, history: 0 }),
  )
  const fixture = await nextMessage<RedeemFixture>(service)
  await verifyTokens(fixture)
  const url = new URL(fixture.databaseUrl)
  url.pathname = '/medusa'
  const db = await connect(fixture.databaseUrl, { max: 1 })
  await db.unsafe('create database medusa')
  await db.end()
  const peer = startChild('servers/medusa-promotions.ts', folder, url.href)
  await nextMessage(peer)
  const rows: Row[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    await ask(service, { nextMinute: true })
    rows.push({ subject: 'counterfoil', round, ...(await redeem(fixture, seconds)) })
    const load: PeerLoad = { clients: CLIENTS, seconds, users: USERS }
    rows.push({ subject: 'medusa', round, ...(await ask<PeerResult>(peer, { load })) })
  }
  await stopChild(peer)
  await stopChild(service)
  return rows
}

async function redeem(fixture: RedeemFixture, seconds: number): Promise<PeerResult> {
  const { port, tokens, voucherIds, outletId } = fixture
  const requests = tokens.map((token, i) =>
    redemptionRequest({ token, voucherId: voucherIds[i % voucherIds.length], outletId, pin: PIN }),
  )
  const result = await generateLoad({ port, connections: CLIENTS, seconds, requests })
  return {
    ...{ perSecond: result.perSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms },
    outcomes: result.responses,
  }
}
