import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { until } from '../support/process.ts'
import { openFaultProxy } from './fault-proxy.ts'

/** An echo server that stands in for the database. */
const accepted = new Set<Socket>()
const echo = createServer((socket) => {
  accepted.add(socket)
  socket.on('error', () => {}).on('close', () => accepted.delete(socket))
  socket.pipe(socket)
}).listen(0, '127.0.0.1')
await once(echo, 'listening')
const proxy = await openFaultProxy((echo.address() as AddressInfo).port)
const clients: Client[] = []
beforeEach(() => proxy.heal())
afterAll(async () => {
  for (const { socket } of clients) socket.destroy()
  await proxy.close()
  echo.close()
})

type Client = { socket: Socket; got: string; end: string | null }

function open(): Client {
  const socket = connect(proxy.port, '127.0.0.1')
  const client: Client = { socket, got: '', end: null }
  clients.push(client)
  socket.on('data', (chunk) => {
    client.got += chunk
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    client.end = error.code ?? ''
  })
  socket.on('close', () => {
    client.end ??= 'closed'
  })
  return client
}

async function openWorking(): Promise<Client> {
  const client = open()
  client.socket.write('a')
  await until(() => client.got === 'a')
  return client
}

test('no fault: bytes come back, and an end is passed on', async () => {
  const client = await openWorking()
  const before = accepted.size
  client.socket.end()
  await until(() => client.end === 'closed' && accepted.size === before - 1)
})

test('cut: every connection is reset', async () => {
  const client = await openWorking()
  proxy.cut()
  await until(() => client.end === 'ECONNRESET')
})

test('silence: no byte and no close passes in either direction, and a new connection works', async () => {
  const client = await openWorking()
  proxy.silence()
  client.socket.write('lost')
  for (const socket of accepted) socket.write('lost too')
  await openWorking()
  await sleep(100)
  expect([client.got, client.end]).toEqual(['a', null])
  const before = accepted.size
  client.socket.destroy()
  await sleep(100)
  expect(accepted.size).toBe(before)
  await proxy.heal()
  await until(() => accepted.size < before)
})

test('swallow: a new connection is accepted and never answered; it is reset when the fault ends', async () => {
  proxy.onConnect = 'swallow'
  const client = open()
  client.socket.write('a')
  await sleep(100)
  expect([client.got, client.end, client.socket.readyState]).toEqual(['', null, 'open'])
  await proxy.heal()
  await until(() => client.end === 'ECONNRESET')
})

test('close: a new connection ends at once, an old one stays open', async () => {
  const old = await openWorking()
  proxy.onConnect = 'close'
  const client = open()
  await until(() => client.end !== null)
  old.socket.write('b')
  await until(() => old.got === 'ab')
})

test('cutNewWithinMs: a new connection is reset a little later', async () => {
  proxy.cutNewWithinMs = 50
  const client = open()
  await until(() => client.end === 'ECONNRESET')
})

test('delay: each way takes 100 ms longer, and bytes keep their order when it ends', async () => {
  const client = await openWorking()
  proxy.delayMs = 100
  const sentAt = performance.now()
  client.socket.write('b')
  await sleep(50)
  proxy.delayMs = 0
  client.socket.write('c')
  await until(() => client.got === 'abc')
  expect(performance.now() - sentAt).toBeGreaterThan(95)
})

test('refuse: new connections are refused and old ones reset, until it listens again', async () => {
  const old = await openWorking()
  await proxy.refuse()
  const client = open()
  await until(() => old.end === 'ECONNRESET' && client.end === 'ECONNREFUSED')
  await proxy.listen()
  await openWorking()
})
