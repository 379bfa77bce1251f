import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { closeIdleConnectionsOnShutdown } from '../../../src/platform/http/shutdown.ts'
import { ADMIN_KEY, createHarness } from '../../support/harness.ts'

const { startNode } = await createHarness()

async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** The response to a request whose second half is sent after shutdown has begun. */
async function responseWhileClosing(firstHalf: string, secondHalf: string): Promise<string> {
  const { server } = await startNode()
  const begun = once(server.server, 'connection')
  const socket = await connectTo(await server.listen({ port: 0, host: '127.0.0.1' }))
  const [accepted] = (await begun) as [Socket]
  socket.write(firstHalf)
  await expect.poll(() => accepted.bytesRead).toBe(firstHalf.length)
  const closed = server.close()
  await expect.poll(() => server.server.listening).toBe(false)
  socket.write(secondHalf)
  const response = await text(socket)
  await closed
  return response
}

test('a request in flight is answered, then its connection closes', async () => {
  const head = [
    'POST /admin/keys HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 32',
    `authorization: Bearer ${ADMIN_KEY}\r\n\r\n`,
  ]
  const response = await responseWhileClosing(`${head.join('\r\n')}{"name":"Deploy",`, '"role":"admin"}')
  expect(response).toMatch(/^HTTP\/1.1 201 .*connection: close\r\n.*"name":"Deploy"/s)
})

test('a request whose headers are incomplete when shutdown begins is answered', async () => {
  expect(await responseWhileClosing('GET /healthz HTTP/1.1\r\nhost: x\r\n', '\r\n')).toMatch(
    /^HTTP\/1.1 200 .*connection: close\r\n.*{"status":"ok"}$/is,
  )
})

test('a response that had begun is completed, then its connection closes', async () => {
  const app = fastify()
  closeIdleConnectionsOnShutdown(app)
  const finish = Promise.withResolvers<void>()
  app.get('/', async (_request, reply) => {
    reply.raw.write('begun')
    await finish.promise
    reply.raw.end(', done')
    return reply.hijack()
  })
  const socket = await connectTo(await app.listen({ port: 0, host: '127.0.0.1' }))
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const answered = text(socket)
  await once(socket, 'data')
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  finish.resolve()
  expect(await answered).toMatch(/begun.*, done/s)
  await closed
})
