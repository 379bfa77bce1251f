import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startTracing } from '../../src/platform/tracing.ts'
import { createHarness } from '../harness.ts'
import { openReceiver } from '../receiver.ts'
import { openTill } from '../till.ts'
import { onboardIssuer } from '../tokens.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
  links?: { spanId: string }[]
}

/** A collector that keeps the spans it gets, or that never answers. */
async function openCollector(answers: boolean) {
  const spans: Span[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    const body = Buffer.concat(await request.toArray()).toString()
    if (!answers) return
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.closeAllConnections())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, spans, requests: () => requests }
}

const collector = await openCollector(true)
const hanging = await openCollector(false)
// Before the app is built: it adds its hooks only if traces are on.
const stopFirst = await startTracing({ endpoint: collector.endpoint, sampleRatio: 1 })
const harness = await createHarness()
const { dispatcher } = harness.deps
const till = await openTill(harness)
const receiver = await openReceiver()
const user = harness.as((await onboardIssuer(harness, { webhookUrl: receiver.url })).mint())
const voucher = await till.offer({ redemptionCount: 5 })
dispatcher.start()
afterAll(() => dispatcher.stop())

test('request → batch → statements in the caller’s trace; attempts in the trace of their event, passed on to the receiver', async () => {
  const traceId = 'a'.repeat(32)
  const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` }
  expect((await till.redeem(user, voucher.id, {}, headers)).status).toBe(201)
  const [delivery] = await receiver.waitFor(1)
  await expect.poll(() => dispatcher.figures.delivered).toBe(1)
  await stopFirst()

  const trace = collector.spans.filter((span) => span.traceId === traceId)
  const named = (name: string) => trace.filter((span) => span.name === name)
  const [request] = named('POST /me/redemptions')
  // The first batch finds that the user does not exist yet.
  const batch = named('redemption batch').at(-1)
  expect(request?.parentSpanId).toBe('b'.repeat(16))
  expect(batch).toMatchObject({ parentSpanId: request?.spanId, links: [{ spanId: request?.spanId }] })
  const statements = named('statement').filter(({ parentSpanId }) => parentSpanId === batch?.spanId)
  expect(statements).toHaveLength(2)
  expect(JSON.stringify(trace)).not.toContain(till.bodyFor(voucher.id).pin)

  const eventId = String(delivery?.headers['x-event-id']).replaceAll('-', '')
  const attempt = collector.spans.find(({ name }) => name === 'webhook attempt')
  expect(attempt?.traceId).toBe(eventId)
  expect(delivery?.headers.traceparent).toBe(`00-${eventId}-${attempt?.spanId}-01`)
})

test('a caller that does not sample is not sampled; without tracing, no header is added', async () => {
  const stop = await startTracing({ endpoint: collector.endpoint, sampleRatio: 1 })
  const traceId = 'c'.repeat(32)
  await till.redeem(user, voucher.id, {}, { traceparent: `00-${traceId}-${'b'.repeat(16)}-00` })
  await stop()
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
  expect((await till.redeem(user, voucher.id)).status).toBe(201)
  const deliveries = await receiver.waitFor(3)
  expect(deliveries.at(-1)?.headers.traceparent).toBeUndefined()
})

test('an endpoint that hangs: requests are answered as before, and the end waits 2 seconds at most', async () => {
  const stop = await startTracing({ endpoint: hanging.endpoint, sampleRatio: 1 })
  expect((await till.redeem(user, voucher.id)).status).toBe(201)
  const startedMs = performance.now()
  await stop()
  expect(performance.now() - startedMs).toBeLessThan(4_000)
  expect(hanging.requests()).toBeGreaterThan(0)
})
