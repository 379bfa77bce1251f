import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { Behavior } from '../support/receiver.ts'
import { selfSigned } from './self-signed.ts'

export const respondsWith =
  (status: number, body = '', headers: Record<string, string> = {}): Behavior =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

/** One behavior per request; the last one for all that follow. */
export function inTurn(...behaviors: [Behavior, ...Behavior[]]): Behavior {
  let count = 0
  return (request, response, received) => {
    const behave = behaviors[Math.min(count, behaviors.length - 1)] as Behavior
    count += 1
    return behave(request, response, received)
  }
}

export const hangs: Behavior = () => {}

/** Sends a byte every 20 ms, without an end. */
export const drips: Behavior = async (_request, response) => {
  response.writeHead(200)
  while (!response.destroyed) {
    response.write('.')
    await sleep(20)
  }
}

export const resets: Behavior = (request) => void request.socket.resetAndDestroy()

/** Announces 1,000 bytes and closes the connection after a few. */
export const closesHalfway: Behavior = (request, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('half of it', () => request.socket.destroy())
}

export const sendsGibberish: Behavior = (request) => void request.socket.end('I am not HTTP\r\n\r\n')

/** Sends up to 100 MB. `sent` counts the bytes; `isOver` is true once the connection is closed. */
export function floods(): { behave: Behavior; sent: number; isOver: boolean } {
  const flood = { behave, sent: 0, isOver: false }
  const chunk = Buffer.alloc(64 * 1024, 'x')
  async function behave(...[request, response]: Parameters<Behavior>) {
    const gone = new Promise<void>((resolve) => request.socket.once('close', resolve))
    void gone.then(() => {
      flood.isOver = true
    })
    response.writeHead(200)
    while (flood.sent < 100_000_000 && !flood.isOver) {
      flood.sent += chunk.length
      if (!response.write(chunk)) {
        await Promise.race([gone, new Promise<void>((resolve) => response.once('drain', () => resolve()))])
      }
    }
    response.end()
  }
  return flood
}

/** An https endpoint with a self-signed certificate. */
export async function openSelfSigned(): Promise<{ url: string; requests: () => number }> {
  let count = 0
  const server = createServer(selfSigned('localhost'), (_request, response) => {
    count += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `https://localhost:${port}/hooks`, requests: () => count }
}
