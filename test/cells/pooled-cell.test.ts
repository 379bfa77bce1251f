import { afterAll, expect, test } from 'vitest'
import { connect } from '../../src/platform/database/db.ts'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { createHarness } from '../support/harness.ts'

const { homeDeps: deps } = await createHarness()
const { url } = deps.homeDb
const pooled = (address: string) => `${address}${address.includes('?') ? '&' : '?'}pgbouncer=true`
const home = await connect(pooled(url))
const cellUrl = url.replace(/^[^?]*/, (start) => `${start}_west`)
const database = new URL(cellUrl).pathname.slice(1)
const create = (cellUrls: Record<string, string>) =>
  createCell({ ...deps, config: { ...deps.config, cellUrls }, homeDb: home }, 'west')
afterAll(async () => {
  await home.end()
  await deps.homeDb.unsafe(`drop database ${database} with (force)`)
})

test('a cell never reaches home through PgBouncer, whose sessions others share', async () => {
  await deps.homeDb.unsafe(`create database ${database}`)
  await expect(create({ west: cellUrl })).rejects.toThrow('set home in CELL_URLS')
})

test('behind PgBouncer, no session stays open that began before the database was a cell', async () => {
  const early = await connect(cellUrl, { max: 1 })
  const pathOf = async () =>
    (await early<[{ path: string }]>`select current_setting('search_path') as path`)[0].path
  expect(await pathOf()).not.toContain('home')
  await create({ west: pooled(cellUrl), home: url })
  await expect.poll(pathOf, { timeout: 10_000 }).toBe('present, home, public')
  const [{ jit }] = await early<
    [{ jit: string }]
  >`select setting as jit from pg_db_role_setting, unnest(setconfig) as setting where setting like 'jit=%' and setdatabase = (select oid from pg_database where datname = current_database())`
  expect(jit).toBe('jit=off')
  await early.end()
})
