import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { SCENARIOS } from '../../src/domain/sandbox/scenarios.ts'
import { type ApiResponse, type Call, createHarness } from '../support/harness.ts'
import { openTwin } from '../support/sandbox-scene.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const twin = await openTwin(harness)

type Row = { slug: string; steps: string; responses: string[] }

const page = readFileSync('docs/sandbox.md', 'utf8')
const ROWS: Row[] = page
  .split('\n')
  .map((line) => line.match(/^\| `([a-z-]+)` +\| (.+?) +\| (`\d{3} .+?) +\|$/))
  .flatMap((found) => (found ? [found] : []))
  .map(([, slug = '', steps = '', responses = '']) => ({
    slug,
    steps,
    responses: [...responses.matchAll(/`(\d{3} \w+)`/g)].map(([, one = '']) => one),
  }))

test('the page lists every scenario, once', () => {
  expect(ROWS.map(({ slug }) => slug)).toEqual(SCENARIOS.map(({ slug }) => slug))
})

const answered = ({ status, body }: ApiResponse) => `${status} ${body.error ?? body.status}`

/** Follows the instructions of the page for the time before the second redemption. */
async function prepare(by: Call, { slug, steps }: Row): Promise<void> {
  const { merchantId, voucherId } = twin.scenario(slug)
  if (steps.includes('favorites')) await by('POST', '/me/favorites', { merchantId })
  if (steps.includes('claim')) await by('POST', '/me/claims', { voucherId })
}

test.each(ROWS)('$slug: $responses', async (row) => {
  const user = await twin.user(`user of ${row.slug}`)
  const position = row.steps.includes('without a position')
    ? { consumerLat: undefined, consumerLng: undefined }
    : {}
  const responses: string[] = []
  for (const [step] of row.responses.entries()) {
    if (step > 0) await prepare(user, row)
    const response = await twin.redeem(user, row.slug, position)
    responses.push(answered(response))
    if (row.steps.includes('`code`')) expect(response.body.code).toEqual(expect.any(String))
  }
  expect(responses).toEqual(row.responses)
})

test('401 invalid_pin: a wrong PIN in a scenario that checks it', async () => {
  const user = await twin.user('guesser')
  expect(answered(await twin.redeem(user, 'succeeds', { pin: '0001' }))).toBe('401 invalid_pin')
  expect(await auditLedger(harness.db, harness.clock.now)).toEqual([])
})
