import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { temporaryFolder } from '../scripts/temporary-folder.ts'
import { connect } from '../src/platform/database/db.ts'
import { PIN } from './fixtures/prepared-database.ts'
import { generateLoad } from './load/generate-load.ts'
import { redemptionRequest, verifyTokens } from './load/redemption-requests.ts'
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
  const temporary = values.folder === undefined ? await temporaryFolder('peers') : null
  const folder = values.folder ?? (temporary as string)
  try {
    if (temporary && !(await install(temporary))) return
    const versions = await Promise.all(PACKAGES.map((name) => versionOf(folder, name)))
    const rows = await measure(folder, Number(values.seconds))
    console.table(rows.map(({ outcomes, ...row }) => ({ ...row, outcomes: JSON.stringify(outcomes) })))
    console.log([...versions, `node ${process.version}`].join(', '))
    await saveResult('peers', { clients: CLIENTS, seconds: Number(values.seconds), versions, rows })
  } finally {
    if (temporary) await rm(temporary, { recursive: true, force: true })
  }
}

/** Returns false if the packages cannot be had. */
async function install(folder: string): Promise<boolean> {
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const options = ['--no-audit', '--no-fund', '--legacy-peer-deps']
  try {
    await promisify(execFile)('npm', ['install', ...options, ...PACKAGES], { cwd: folder })
    return true
  } catch {
    console.error(`Could not install ${PACKAGES.join(' and ')} with npm: nothing to compare with.`)
    process.exitCode = 2
    return false
  }
}

async function versionOf(folder: string, name: string): Promise<string> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return `${name} ${(JSON.parse(text) as { version: string }).version}`
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
