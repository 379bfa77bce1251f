import { expect, test } from 'vitest'
import { VERSION } from '../../src/platform/version.ts'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { onboard } from '../support/signing.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const TOKEN = 'a-token-for-the-scraper-0123456789'
const harness = await createHarness({ metricsToken: TOKEN })
const { admin, as, clock, db, deps } = harness

/** The metrics token is checked without the database. */
const scrape = async () => {
  const lines: string[] = (await as(TOKEN)('GET', '/metrics')).body.split('\n')
  return (name: string) => {
    const line = lines.find((each) => each.startsWith(`counterfoil_${name} `))
    return line === undefined ? null : Number(line.split(' ').at(-1))
  }
}

test('a node exports its version, and whether it works as a worker', async () => {
  const metric = await scrape()
  expect(metric(`build_info{version="${VERSION}"}`)).toBe(1)
  expect(metric('worker_processes')).toBe(1)
  Object.assign(deps.config, { role: 'api' })
  expect((await scrape())('worker_processes')).toBe(0)
})

test('ready is 0 while /readyz fails', async () => {
  expect((await scrape())('ready')).toBe(1)
  const [before] = await db`select schema_version from oldest_release`
  await db`update oldest_release set schema_version = 1000000`
  expect([(await admin('GET', '/readyz')).status, (await scrape())('ready')]).toEqual([503, 0])
  await db`update oldest_release set schema_version = ${before?.schemaVersion}`
  expect((await scrape())('ready')).toBe(1)
})

test('clock_ahead_seconds is 90 if the clock is 90 seconds ahead of the database', async () => {
  clock.now = new Date(Date.now() + 90_000)
  expect(Math.abs(((await scrape())('clock_ahead_seconds') ?? 0) - 90)).toBeLessThan(5)
  clock.now = new Date()
})

test('callers that wait for a connection are counted, and such a node is not ready', async () => {
  const idle = await scrape()
  expect(idle('database_pool_waiting{pool="requests"}')).toBe(0)
  const max = idle('database_pool_max{pool="requests"}') ?? 0
  const reserved = await Promise.all(Array.from({ length: max }, () => db.reserve()))
  const waiting = db`select 1`.then(() => {})
  const metric = await scrape()
  expect(metric('database_pool_connections{pool="requests"}')).toBe(max)
  expect(metric('database_pool_waiting{pool="requests"}')).toBe(1)
  expect([metric('ready'), metric('clock_ahead_seconds')]).toEqual([0, null])
  for (const connection of reserved) connection.release()
  await waiting
})

test('the disk of the embedded database has a size and free space', async () => {
  const metric = await scrape()
  expect(metric('data_disk_free_bytes')).toBeGreaterThan(0)
  expect(metric('data_disk_size_bytes')).toBeGreaterThan(metric('data_disk_free_bytes') ?? Infinity)
})

test('without a replica there is no lag', async () => {
  const metric = await scrape()
  expect([metric('replica_lag_seconds'), metric('replica_left_out')]).toEqual([null, null])
})

test('partners whose keys cannot be fetched are counted, unless they are disabled', async () => {
  expect((await scrape())('partner_keys_unreachable')).toBe(0)
  const { id } = await onboard(admin, { publicKey: null, jwksUrl: 'https://keys.example.com' })
  await db`
    insert into key_set_failures (partner_id, url, failing_since, error)
    values (${id}, 'https://keys.example.com', now(), 'the endpoint answered 500')`
  expect((await scrape())('partner_keys_unreachable')).toBe(1)
  await admin('PATCH', `/admin/partners/${id}`, { disabled: true })
  expect((await scrape())('partner_keys_unreachable')).toBe(0)
})

test('pools that are low or empty are counted once a minute', async () => {
  const till = await openTill(harness)
  const visitor = visitorsOf(harness, await onboardIssuer(harness))('drawer')
  const { id } = await till.pool(['A', 'B'], { redemptionCount: 2 })
  const pools = async () => {
    const metric = await scrape()
    return [metric('code_pools{state="low"}'), metric('code_pools{state="empty"}')]
  }
  clock.advance(10 * 60_000)
  expect(await pools()).toEqual([0, 0])
  await till.redeem(visitor, id)
  expect(await pools()).toEqual([0, 0])
  clock.advance(60_000)
  expect(await pools()).toEqual([1, 0])
  await till.redeem(visitor, id)
  clock.advance(60_000)
  expect(await pools()).toEqual([0, 1])
})

test('a next secret that is not promoted is counted after 7 days, until it is promoted', async () => {
  const { id } = await onboard(admin)
  const pending = async () => (await scrape())('partner_secrets_pending')
  await admin('POST', `/admin/partners/${id}/secret/rotate`)
  clock.advance(7 * DAY_MS - 1000)
  expect(await pending()).toBe(0)
  clock.advance(2000)
  expect(await pending()).toBe(1)
  await admin('PATCH', `/admin/partners/${id}`, { disabled: true })
  expect(await pending()).toBe(0)
  await admin('PATCH', `/admin/partners/${id}`, { disabled: false })
  await admin('POST', `/admin/partners/${id}/secret/promote`)
  expect(await pending()).toBe(0)
})
