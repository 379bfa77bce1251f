import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import fastify from 'fastify'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { Counterfoil, type CounterfoilEvent, type WebhookHandler } from '../../sdk/src/partner.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { emitEvents } from '../webhooks/delivery-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'
import { openFaultyProxy } from './faulty-proxy.ts'
import { clientOf, failureOf, listen } from './sdk-scene.ts'

/** The default of `onError`. */
const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => void printed.mockClear())

const SECRET = 'whsec_the_secret_so_far'
const { webhooks } = new Counterfoil({
  baseUrl: 'https://vouchers.example.com',
  slug: 'acme-pay',
  secret: SECRET,
})
const bodyOf = (changes: object = {}) =>
  JSON.stringify({ id: '1', type: 'CLAIM_CREATED', createdAt: '2026-11-16T08:00:00Z', data: {}, ...changes })

function signed(body: string, url = 'http://127.0.0.1/hooks'): Request {
  const signature = signatureHeader({ secret: SECRET, timestampSeconds: Math.floor(Date.now() / 1000), body })
  return new Request(url, {
    method: 'POST',
    body,
    headers: { 'x-signature': signature, 'content-type': 'application/json' },
  })
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

type Post = (handler: WebhookHandler, body: string) => Promise<Response>

const PLATFORMS: [string, Post][] = [
  ['Request and Response', (handler, body) => handler(signed(body))],
  [
    'node:http',
    async (handler, body) => fetch(signed(body, await serve((req, res) => void handler(req, res)))),
  ],
  [
    'Express after express.raw()',
    async (handler, body) =>
      fetch(
        signed(
          body,
          await serve(async (req, res) => {
            await handler(Object.assign(req, { body: Buffer.concat(await req.toArray()) }), res)
          }),
        ),
      ),
  ],
  [
    'Fastify',
    async (handler, body) => {
      const app = fastify()
      afterAll(() => app.close())
      await app.register(handler.fastify, { path: '/hooks' })
      app.post('/other', async (request) => request.body)
      const other = await app.inject({ method: 'POST', url: '/other', payload: { stays: 'parsed' } })
      expect(other.json()).toEqual({ stays: 'parsed' })
      return fetch(signed(body, `${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks`))
    },
  ],
]

test.each(PLATFORMS)('%s: 200 after the handler has finished, 500 if it throws', async (_, post) => {
  const handled: string[] = []
  const handler = webhooks.handler({
    CLAIM_CREATED: async (event) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (event.id === 'bad') throw new Error('no database')
      handled.push(event.id)
    },
  })
  expect((await post(handler, bodyOf())).status).toBe(200)
  expect(handled).toEqual(['1'])
  expect((await post(handler, bodyOf({ id: 'bad' }))).status).toBe(500)
  expect(printed.mock.calls).toEqual([['Counterfoil: a webhook failed:', new Error('no database')]])
})

test('a body parser that ran first: 500, and the response says what to do', async () => {
  const errors: unknown[] = []
  const handler = webhooks.handler({}, { onError: (error) => errors.push(error) })
  const url = await serve(async (req, res) => {
    const body = JSON.parse(Buffer.concat(await req.toArray()).toString())
    await handler(Object.assign(req, { body }), res)
  })
  const response = await fetch(signed(bodyOf(), url))
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('express.raw')])
  expect(errors).toMatchObject([{ code: 'body_not_raw' }])
})

test('401 with a wrong signature; unknown types and samples reach only their own functions', async () => {
  const seen: string[] = []
  const note = (name: string) => (event: CounterfoilEvent) => void seen.push(`${name} ${event.id}`)
  const handler = webhooks.handler({
    CLAIM_CREATED: note('claim'),
    unknown: note('unknown'),
    sample: note('sample'),
  })
  const forged = new Request('http://127.0.0.1/', {
    method: 'POST',
    body: bodyOf(),
    headers: { 'x-signature': 't=1' },
  })
  expect((await handler(forged)).status).toBe(401)
  await handler(signed(bodyOf({ id: '2', type: 'VOUCHER_RETIRED' })))
  await handler(signed(bodyOf({ id: '3', test: true })))
  await handler(signed(bodyOf({ id: '4', type: 'VOUCHER_PUBLISHED' })))
  expect(seen).toEqual(['unknown 2', 'sample 3'])
})

test('once: duplicates are answered and not handled, also at the same time; a failed event is handled again', async () => {
  const once = new Set<string>()
  let calls = 0
  const CLAIM_CREATED = async () => {
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (calls === 1) throw new Error('no database')
  }
  const handler = webhooks.handler({ CLAIM_CREATED }, { once })
  expect((await handler(signed(bodyOf()))).status).toBe(500)
  const both = await Promise.all([handler(signed(bodyOf())), handler(signed(bodyOf()))])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await handler(signed(bodyOf()))).status).toBe(200)
  expect([calls, [...once]]).toEqual([2, ['1']])
})

test('the feed: 203 events over two pages, one of which ends in the middle, and catchUp resumes after a failure', async () => {
  const harness = await createHarness()
  const partner = await onboard(harness.admin)
  const proxy = await openFaultyProxy(await listen(harness))
  const { events } = await clientOf(harness, partner, { baseUrl: proxy.url })
  const ids = (await emitEvents(harness, partner.id, 203)).map(({ id }) => id)
  await untilFeedIsComplete(harness.db)
  proxy.faults = [{ status: 503, body: '{"error":"unavailable"}' }, 'truncate']
  const read: string[] = []
  for await (const event of events.iterate()) read.push(event.id)
  expect(read).toEqual(ids)
  expect(proxy.seen).toHaveLength(4)

  let saved: string | null = null
  const handled: string[] = []
  const handle = ({ id }: CounterfoilEvent) => {
    if (id === ids[201] && handled.length === 201 && !isFixed) throw new Error('no database')
    handled.push(id)
  }
  let isFixed = false
  const save = (id: string) => {
    saved = id
  }
  expect((await failureOf(events.catchUp({ load: () => saved, save, handle }))).message).toBe('no database')
  isFixed = true
  expect(await events.catchUp({ load: () => saved, save, handle })).toBe(2)
  expect(handled).toEqual(ids)
  expect(await failureOf(events.iterate({ after: crypto.randomUUID() }).next())).toMatchObject({
    code: 'validation_failed',
    issues: [{ path: '/after' }],
  })
})

test('413: a body over 1 MiB is not collected, and no handler runs', async () => {
  const handled: string[] = []
  const errors: unknown[] = []
  const handler = webhooks.handler(
    { CLAIM_CREATED: ({ id }) => void handled.push(id) },
    { onError: (error) => errors.push(error) },
  )
  const url = await serve((req, res) => void handler(req, res))
  const body = bodyOf({ data: { padding: 'x'.repeat(1024 * 1024) } })
  const { status } = await fetch(signed(body, url))
  expect([status, handled, String(errors)]).toEqual([413, [], expect.stringContaining('body_too_large')])
})
