import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { ExportResultCode } from '@opentelemetry/core'
import { afterAll, expect, test } from 'vitest'
import { createLogger } from '../../src/platform/logging.ts'
import { openThreadExporter } from '../../src/platform/tracing/thread-exporter.ts'
import { startTracing } from '../../src/platform/tracing/tracing.ts'
import { createHarness } from '../support/harness.ts'
import { openReceiver } from '../support/receiver.ts'
import { openTill, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  links?: { spanId: string }[]
}

/** A collector that responds with `respond`. */
async function listen(respond: (response: ServerResponse, request: IncomingMessage) => void) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    respond(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.closeAllConnections())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests }
}

/** A collector that keeps the spans it gets. */
async function openCollector() {
  const spans: Span[] = []
  const { endpoint } = await listen(async (response, request) => {
    const body = Buffer.concat(await request.toArray()).toString()
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return { endpoint, spans }
}

const lines: string[] = []
const log = createLogger('info', { write: (line) => void lines.push(line) })
const collector = await openCollector()
const hanging = await listen(() => {})
// Tracing starts before the app is built, because the app adds its hooks only if tracing is on.
const stopFirst = await startTracing({ endpoint: collector.endpoint, sampleRatio: 1 }, log)
const harness = await createHarness({ traceUrl: 'https://traces.example.com/?id={traceId}' })
const { dispatcher } = harness.deps
const till = await openTill(harness)
const receiver = await openReceiver()
const issuer = await onboardIssuer(harness, { webhookUrl: receiver.url })
const user = harness.as(issuer.mint())
const voucher = await till.offer({ redemptionCount: 5 })
const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
const traceparent = (traceId: string, flags: '00' | '01') => `00-${traceId}-${'b'.repeat(16)}-${flags}`
const lineOf = (requestId: string) =>
  JSON.parse(harness.logs.find((line) => line.includes(`"requestId":"${requestId}"`)) ?? '{}')
dispatcher.start()
afterAll(() => dispatcher.stop())

test('request → batch → statements in the caller’s trace; attempts in the trace of their event, passed on to the receiver', async () => {
  const traceId = 'a'.repeat(32)
  const headers = { traceparent: traceparent(traceId, '01') }
  expect((await till.redeem(user, voucher.id, {}, headers)).status).toBe(201)
  const [delivery] = await receiver.waitFor(1)
  await expect.poll(() => dispatcher.stats.delivered).toBe(1)
  await stopFirst()

  const trace = spansOf(traceId)
  // Two exports can arrive in any order.
  const inOrder = trace.toSorted((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1))
  const named = (name: string) => inOrder.filter((span) => span.name === name)
  const [request] = named('POST /me/redemptions')
  // The first batch finds that the user does not exist yet.
  const batch = named('redemption batch').at(-1)
  expect(request?.parentSpanId).toBe('b'.repeat(16))
  expect(batch).toMatchObject({ parentSpanId: request?.spanId, links: [{ spanId: request?.spanId }] })
  const statements = named('statement').filter(({ parentSpanId }) => parentSpanId === batch?.spanId)
  expect(statements).toHaveLength(2)
  const texts = statements.map(({ attributes }) => attributes.find(({ key }) => key === 'db.query.text'))
  expect(texts.map((text) => String(text?.value.stringValue).length)).toEqual([500, 500])
  // Ids and times are random enough to contain the four digits.
  const recorded = trace.map(({ name, attributes }) => ({ name, attributes }))
  expect(JSON.stringify(recorded)).not.toContain(till.bodyFor(voucher.id).pin)

  const eventId = String(delivery?.headers['x-event-id']).replaceAll('-', '')
  const attempt = collector.spans.find(({ name }) => name === 'webhook attempt')
  expect(attempt?.traceId).toBe(eventId)
  expect(delivery?.headers.traceparent).toBe(`00-${eventId}-${attempt?.spanId}-01`)
})

test('a refused redemption: its log line and its record name the trace, and the record links to it', async () => {
  const careless = harness.as(issuer.mint({ sub: 'careless' }))
  const stop = await startTracing({ endpoint: collector.endpoint, sampleRatio: 1 }, log)
  const { status, headers } = await till.redeem(careless, voucher.id, { pin: WRONG_PIN })
  await stop()
  const requestId = headers['x-request-id'] as string
  const { traceId } = collector.spans.findLast(({ name }) => name === 'POST /me/redemptions') as Span
  const { slug } = issuer.partner
  expect([status, lineOf(requestId)]).toMatchObject([401, { trace_id: traceId, partner: slug, status: 401 }])
  const detail = (await harness.admin('GET', `/admin/requests/${requestId}`)).body
  expect(detail).toMatchObject({ traceId, traceUrl: `https://traces.example.com/?id=${traceId}` })
  const key = { name: 'Engineer', role: 'partner', partnerId: issuer.id }
  const asPartner = harness.as((await harness.admin('POST', '/admin/keys', key)).body.key)
  expect((await asPartner('GET', `/admin/requests/${requestId}`)).body).toMatchObject({
    traceId,
    traceUrl: null,
  })
})

test('a request without a trace, from an unknown caller: its log line names neither', async () => {
  const { headers } = await harness.as(undefined)('GET', '/merchants')
  const line = lineOf(headers['x-request-id'] as string)
  expect(Object.keys(line)).toEqual(['level', 'time', 'requestId', 'method', 'route', 'status', 'ms', 'msg'])
})

test('a caller that does not sample is not sampled; without tracing, no header is added', async () => {
  const stop = await startTracing({ endpoint: collector.endpoint, sampleRatio: 1 }, log)
  const traceId = 'c'.repeat(32)
  await till.redeem(user, voucher.id, {}, { traceparent: traceparent(traceId, '00') })
  await stop()
  expect(spansOf(traceId)).toEqual([])
  expect((await till.redeem(user, voucher.id)).status).toBe(201)
  const deliveries = await receiver.waitFor(3)
  expect(deliveries.at(-1)?.headers.traceparent).toBeUndefined()
})

test('a caller that samples is sampled only within our rate', async () => {
  const stop = await startTracing({ endpoint: collector.endpoint, sampleRatio: 0 }, log)
  const traceId = '9'.repeat(32)
  expect((await till.redeem(user, voucher.id, {}, { traceparent: traceparent(traceId, '01') })).status).toBe(
    201,
  )
  await stop()
  expect(spansOf(traceId)).toEqual([])
})

test('a traceparent that cannot be read: the request begins a trace, and is sampled like others', async () => {
  const stop = await startTracing({ endpoint: collector.endpoint, sampleRatio: 0 }, log)
  const spansBefore = collector.spans.length
  for (const unreadable of ['', '01', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`])
    expect((await user('GET', '/me', undefined, { traceparent: unreadable })).status).toBe(200)
  await stop()
  expect(collector.spans).toHaveLength(spansBefore)
})

test('a sampled request in a batch with others that are not: the batch and its statements are traced, the others are not', async () => {
  const users = Array.from({ length: 9 }, (_, i) => harness.as(issuer.mint({ sub: `batched ${i}` })))
  for (const one of users) expect((await one('GET', '/me')).status).toBe(200)
  const stop = await startTracing({ endpoint: collector.endpoint, sampleRatio: 1 }, log)
  const spansBefore = collector.spans.length
  const traceId = 'd'.repeat(32)
  const responses = await Promise.all(
    users.map((one, i) =>
      till.redeem(one, voucher.id, {}, { traceparent: traceparent(traceId, i === 4 ? '01' : '00') }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(users.map(() => 201))
  await stop()
  const trace = spansOf(traceId)
  const request = trace.find(({ name }) => name === 'POST /me/redemptions')
  const batch = trace.find(({ name }) => name === 'redemption batch')
  expect(batch).toMatchObject({ parentSpanId: request?.spanId, links: [{ spanId: request?.spanId }] })
  expect(
    batch?.attributes.find(({ key }) => key === 'counterfoil.batch_size')?.value.intValue,
  ).toBeGreaterThan(1)
  expect(trace.filter(({ parentSpanId }) => parentSpanId === batch?.spanId)).toHaveLength(2)
  const names = collector.spans.slice(spansBefore).map(({ name }) => name)
  expect(names.filter((name) => name === 'POST /me/redemptions')).toHaveLength(1)
})

test('a connection with a sampled request and then others: the others are not part of its trace', async () => {
  const stop = await startTracing({ endpoint: collector.endpoint, sampleRatio: 1 }, log)
  const { port } = new URL(await harness.server.listen({ port: 0, host: '127.0.0.1' }))
  const traceId = 'e'.repeat(32)
  const get = (...headers: string[]) =>
    [
      'GET /me/favorites HTTP/1.1',
      'host: test',
      `authorization: Bearer ${issuer.mint()}`,
      ...headers,
      '',
      '',
    ].join('\r\n')
  const socket = connect(Number(port), '127.0.0.1')
  const [sampled, not] = (['01', '00'] as const).map((flags) => `traceparent: ${traceparent(traceId, flags)}`)
  socket.write(get(`${sampled}`) + get(`${not}`).repeat(49) + get(`${not}`, 'connection: close'))
  const responses = Buffer.concat(await socket.toArray()).toString()
  await stop()
  expect(responses.match(/HTTP\/1\.1 200/g)).toHaveLength(51)
  const trace = spansOf(traceId)
  const requests = trace.filter(({ name }) => name === 'GET /me/favorites')
  expect(requests).toHaveLength(1)
  expect(trace.filter(({ name }) => name === 'statement').length).toBeLessThan(5)
})

test('an event that is not sampled: its trace is passed on to the receiver, which need not sample it either', async () => {
  const stop = await startTracing({ endpoint: collector.endpoint, sampleRatio: 0 }, log)
  const spansBefore = collector.spans.length
  const call = harness.as(issuer.mint({ sub: 'not sampled' }))
  expect((await till.redeem(call, voucher.id)).status).toBe(201)
  const find = () => receiver.received.find(({ body }) => body.includes('"not sampled"'))
  await expect.poll(find).toBeDefined()
  const delivery = find()
  await stop()
  const eventId = String(delivery?.headers['x-event-id']).replaceAll('-', '')
  expect(delivery?.headers.traceparent).toBe(`00-${eventId}-${eventId.slice(16)}-00`)
  expect(collector.spans).toHaveLength(spansBefore)
})

test('an endpoint that hangs: requests are answered as before, and shutdown waits 2 seconds at most', async () => {
  const stop = await startTracing({ endpoint: hanging.endpoint, sampleRatio: 1 }, log)
  expect((await till.redeem(user, voucher.id)).status).toBe(201)
  const startedMs = performance.now()
  await stop()
  expect(performance.now() - startedMs).toBeLessThan(4_000)
  expect(hanging.requests()).toBeGreaterThan(0)
})

test('shutdown waits for spans that are being sent', async () => {
  const released = Promise.withResolvers<void>()
  const slow = await listen(async (response) => {
    await released.promise
    response.end()
  })
  const exporter = openThreadExporter({ url: slow.endpoint, timeoutMillis: 60_000 }, log)
  const codes: number[] = []
  exporter.export([], ({ code }) => codes.push(code))
  await expect.poll(slow.requests).toBe(1)
  const end = exporter.shutdown()
  released.resolve()
  await end
  expect(codes).toEqual([ExportResultCode.SUCCESS])
})

test('the export thread fails: one line says why, and spans are dropped', async () => {
  lines.length = 0
  const exporter = openThreadExporter({ url: collector.endpoint, timeoutMillis: -1 }, log)
  for (const _ of ['exported while it starts', 'exported after its end']) {
    const result = await new Promise<{ code: number }>((resolve) => exporter.export([], resolve))
    expect(result.code).toBe(ExportResultCode.FAILED)
  }
  await exporter.shutdown()
  expect(lines.map((line) => JSON.parse(line).why)).toEqual([expect.stringMatching('timeoutMillis')])
})

test('an endpoint that refuses, and later answers: one line each time, without the password in its address', async () => {
  let status = 400
  const { endpoint } = await listen((response) => void response.writeHead(status).end())
  const url = endpoint.replace('//', '//collector:hunter2@')
  const exporter = openThreadExporter({ url, timeoutMillis: 5_000 }, log)
  lines.length = 0
  for (status of [400, 400, 200, 200]) {
    await new Promise((resolve) => exporter.export([], resolve))
  }
  await exporter.shutdown()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      endpoint,
      why: 'Bad Request',
      msg: expect.stringMatching('cannot be sent'),
    },
    { endpoint, msg: 'traces are sent again' },
  ])
})
