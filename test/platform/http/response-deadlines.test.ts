import type { AddressInfo } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { setTimeout as later } from 'node:timers/promises'
import { type FastifyBaseLogger, fastify, LogController } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { handleError } from '../../../src/platform/http/errors.ts'
import { enforceResponseDeadlines } from '../../../src/platform/http/response-deadlines.ts'
import { createLogger } from '../../../src/platform/logging.ts'

const logs: string[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    logs.push(String(chunk))
    done()
  },
})
const loggerInstance: FastifyBaseLogger = createLogger('info', sink)
const app = fastify({ loggerInstance, logController: new LogController({ disableRequestLogging: true }) })
app.setErrorHandler(handleError)
enforceResponseDeadlines(app, { receivingMs: 1000, handlingMs: 100 })
app.get('/prompt', async () => 'ok')
const finishing = Promise.withResolvers<void>()
app.get('/late', async () => {
  await finishing.promise
  return 'too late'
})
app.get('/late/:externalUserId', async (_request, reply) => {
  await finishing.promise
  return reply.send('too late')
})
app.get('/twice/:externalUserId', async (_request, reply) => {
  reply.raw.writeHead(200)
  reply.send('once')
  return reply
})
app.get('/patient', { handlerTimeout: 1000 }, async () => {
  await later(300)
  return 'in its own time'
})
app.get('/long', (_request, reply) => reply.send(Readable.from(bitByBit())))
async function* bitByBit() {
  for (let i = 0; i < 10; i += 1) {
    yield String(i)
    await later(40)
  }
}
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const get = (path: string) => fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`)

test('200: a response before the deadline is sent unchanged', async () => {
  const response = await get('/prompt')
  await later(200)
  expect([response.status, await response.text()]).toEqual([200, 'ok'])
})

test('503 unavailable at the deadline; the late response is dropped; the log names the route, not the URL', async () => {
  const responses = await Promise.all([get('/late'), get('/late/person-42?q=person-42')])
  for (const response of responses)
    expect([response.status, await response.json()]).toEqual([503, { error: 'unavailable' }])
  expect(logs.filter((line) => line.includes("on route '/late/:externalUserId'"))).toHaveLength(1)
  finishing.resolve()
  await later(50)
  expect((await get('/prompt')).status).toBe(200)
  const before = logs.length
  await get('/twice/person-42').catch(() => null)
  expect(logs.slice(before).join('')).toContain('dropped a second response')
  expect(logs.join('')).not.toContain('person-42')
})

test('200: a route with a longer handlerTimeout', async () => {
  expect(await (await get('/patient')).text()).toBe('in its own time')
})

test('200: a response that has begun may take longer than the deadline', async () => {
  expect(await (await get('/long')).text()).toBe('0123456789')
})

test('shutdown does not wait for a response that never ends', async () => {
  const closing = fastify()
  enforceResponseDeadlines(closing, { receivingMs: 1000, handlingMs: 100 })
  closing.get('/', (_request, reply) => void reply.raw.write('begun'))
  const response = await fetch(await closing.listen({ port: 0, host: '127.0.0.1' }))
  const closed = closing.close()
  await expect(response.text()).rejects.toThrow()
  await closed
})
