import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { handleError } from '../src/errors.ts'
import { answeredInTime } from '../src/framework.ts'

const app = fastify()
app.setErrorHandler(handleError)
answeredInTime(app, 100)
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
app.get('/prompt', async () => 'ok')
const finishing = Promise.withResolvers<void>()
app.get('/late', async () => {
  await finishing.promise
  return 'too late'
})
app.get('/patient', { handlerTimeout: 1000 }, async () => {
  await later(300)
  return 'in its own time'
})
app.get('/begun', (_request, reply) => {
  reply.raw.write('begun')
})
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const get = (path: string) => fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`)

test('answered in time: nothing happens, then or later', async () => {
  const answer = await get('/prompt')
  await later(200)
  expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
})

test('503 unavailable when the time is over, and what comes afterwards is not sent', async () => {
  const answer = await get('/late')
  expect([answer.status, await answer.json()]).toEqual([503, { error: 'unavailable' }])
  finishing.resolve()
  await later(50)
  expect((await get('/prompt')).status).toBe(200)
})

test('a route may have a time of its own', async () => {
  expect(await (await get('/patient')).text()).toBe('in its own time')
})

test('an answer that has begun and does not end is cut off', async () => {
  const answer = await get('/begun')
  await expect(answer.text()).rejects.toThrow()
})
