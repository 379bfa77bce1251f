import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { connect } from '../../src/platform/database/db.ts'
import { CLONED, databaseUrl, TEMPLATE } from '../support/postgres.ts'
import { survive } from './crash.ts'

/** `npm run prove -- redemption-crash` kills more often. */
const ROUNDS = 1
const root = await connect(inject('serverUrl'), { max: 1, deadlineMs: 60_000 })
const name = `crash_${randomBytes(6).toString('hex')}`
const directory = await temporaryFolder('crash')
afterAll(async () => {
  await root.unsafe(`drop database if exists ${name} with (force)`)
  await root.end()
  await rm(directory, { recursive: true, force: true })
})

test('kill -9 of one of two nodes under load: every 201 has its row, no key has two, the ledger is exact', {
  timeout: 180_000,
}, async () => {
  await root.unsafe(`create database ${name} template ${TEMPLATE} ${CLONED}`)
  const report = await survive({ kind: 'node', databaseUrl: databaseUrl(inject('serverUrl'), name) }, ROUNDS)
  expect(report).toMatchObject({ kills: ROUNDS, wrongs: [], findings: [] })
  expect(report.redeemed).toBeGreaterThan(10)
})

test('kill -9 of the embedded database under load: every 201 has its row, no key has two, the ledger is exact', {
  timeout: 180_000,
}, async () => {
  const report = await survive({ kind: 'database', dataDir: join(directory, 'data') }, ROUNDS)
  expect(report).toMatchObject({ kills: ROUNDS, wrongs: [], findings: [] })
  expect(report.redeemed).toBeGreaterThan(10)
  expect(report.sentAgain).toBeGreaterThan(0)
})
