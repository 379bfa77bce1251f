import { randomBytes, randomInt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { temporaryFolder } from '../scripts/temporary-folder.ts'
import { buildApp } from '../src/api/app.ts'
import type { Deps } from '../src/domain/deps.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createLogger } from '../src/platform/logging.ts'
import { openFoundation } from '../src/process/startup.ts'
import { saveResult } from './measure/save-result.ts'

const ADMIN_KEY = randomBytes(16).toString('hex')

type Measured = { seconds: number; linesPerSecond: number; peakRssGrowthMB: number }

/**
 * How fast a file of codes is uploaded over HTTP. The floor is a bare COPY of the same file, on the same server, into a
 * table with the same columns and indexes.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { lines: { type: 'string', default: '1000000' } } })
  const lines = Number(values.lines)
  const directory = await temporaryFolder('bench')
  const config = loadConfig({ DATA_DIR: directory, ADMIN_API_KEY: ADMIN_KEY, PORT: '0', DEMO: 'false' })
  const { deps, embedded, close } = await openFoundation(config, createLogger('warn'))
  try {
    const file = join(directory, 'codes.txt')
    await pipeline(Readable.from(generateLines(lines)), createWriteStream(file))
    const upload = await measure(lines, await prepareUpload(deps, file, lines))
    const floor = await measure(lines, await prepareCopy(deps, embedded?.url ?? '', file))
    await report({ lines, upload, floor, ratio: round(upload.linesPerSecond / floor.linesPerSecond) })
  } finally {
    await close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Random, as real codes are: sequential ones would be cheaper to index. */
function* generateLines(lines: number): Generator<string> {
  const size = 10_000
  for (let from = 0; from < lines; from += size) {
    const count = Math.min(size, lines - from)
    yield Array.from({ length: count }, (_, i) => `${randomCode()}${from + i}\n`).join('')
  }
}

function randomCode(): string {
  return `${randomInt(2 ** 47)
    .toString(36)
    .toUpperCase()
    .padStart(9, '0')}-`
}

async function prepareUpload(deps: Deps, file: string, lines: number): Promise<() => Promise<void>> {
  const { server } = await buildApp(deps)
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  const warmUp = await createPool(origin)
  await send(`${origin}/admin/vouchers/${warmUp}/codes`, Readable.from(generateLines(10_000)))
  const pool = await createPool(origin)
  return async () => {
    const { added } = await send(`${origin}/admin/vouchers/${pool}/codes`, createReadStream(file))
    if (added !== lines) throw new Error(`only ${added} of ${lines} codes were added`)
    await server.close()
  }
}

async function createPool(origin: string): Promise<string> {
  const slug = `bench-${randomBytes(4).toString('hex')}`
  const merchant = { name: 'Bench', slug, category: 'F_AND_B' }
  const { id } = await send(`${origin}/admin/merchants`, JSON.stringify(merchant))
  const voucher = { title: 'Bench', codeSource: 'MANUAL' }
  return (await send(`${origin}/admin/merchants/${id}/vouchers`, JSON.stringify(voucher))).id
}

async function send(url: string, body: Readable | string) {
  const type = typeof body === 'string' ? 'application/json' : 'text/plain'
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': type }
  const outgoing = request(url, { method: 'POST', headers })
  const response = new Promise<string>((resolve, reject) => {
    outgoing.once('response', (incoming) => resolve(text(incoming))).once('error', reject)
  })
  await pipeline(body, outgoing)
  return JSON.parse(await response)
}

async function prepareCopy({ db }: Deps, databaseUrl: string, file: string): Promise<() => Promise<void>> {
  await db`create table floor_codes (like voucher_codes including all)`
  await db.unsafe(`alter table floor_codes alter voucher_id set default '${crypto.randomUUID()}'`)
  return async () => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await pipeline(createReadStream(file), client.query(from('copy floor_codes (code) from stdin')))
    await client.end()
  }
}

async function measure(lines: number, work: () => Promise<void>): Promise<Measured> {
  const before = process.memoryUsage.rss()
  let peak = before
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  clearInterval(sampler)
  return {
    seconds: round(seconds),
    linesPerSecond: Math.round(lines / seconds),
    peakRssGrowthMB: round((peak - before) / 2 ** 20),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

async function report(result: {
  lines: number
  upload: Measured
  floor: Measured
  ratio: number
}): Promise<void> {
  const { lines, upload, floor, ratio } = result
  console.table({ 'upload over HTTP': upload, 'floor: bare COPY': floor })
  console.log(`${lines} lines; the upload reaches ${ratio} of the floor`)
  await saveResult('codes', result)
}
