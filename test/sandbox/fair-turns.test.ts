import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openTwin } from '../support/sandbox-scene.ts'

const harness = await createHarness()
const [busy, other] = [await openTwin(harness), await openTwin(harness)]

const reset = ({ call }: typeof busy) => call('POST', '/integrations/test/reset')
/** Resets the sandbox through the back office, with the partner's API key. */
const resetInBackOffice = ({ partner }: typeof busy) =>
  harness.as(partner.apiKey)('POST', `/admin/partners/${partner.id}/sandbox/reset`)

test('sixty resets of one sandbox at once: five are done, 429 rate_limited for the others; another partner’s is not delayed', async () => {
  const outcomes: string[] = []
  const flood = Array.from({ length: 60 }, async (_, i) => {
    const { status, headers, body } = await (i % 2 === 0 ? reset(busy) : resetInBackOffice(busy))
    outcomes.push(status === 429 ? `${body.error} ${headers['retry-after']}` : String(status))
  })
  await expect.poll(() => outcomes.length).toBeGreaterThan(0)
  expect((await reset(other)).status).toBe(204)
  expect(outcomes.filter((outcome) => outcome === '204').length).toBeLessThan(5)
  await Promise.all(flood)
  const expected = [...Array(5).fill('204'), ...Array(55).fill('rate_limited 1')]
  expect(outcomes.toSorted()).toEqual(expected)
  expect((await reset(busy)).status).toBe(204)
})
