import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { Behaviour } from '../receiver.ts'
import { selfSigned } from './self-signed.ts'

export const answers =
  (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

/** One after the other; the last for good. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  let count = 0
  return (request, response, received) => {
    const behave = behaviours[Math.min(count, behaviours.length - 1)] as Behaviour
    count += 1
    return behave(request, response, received)
  }
}

export const hangs: Behaviour = () => {}

/** A byte now and then, without an end. */
export const drips: Behaviour = async (_request, response) => {
  response.writeHead(200)
  while (!response.destroyed) {
    response.write('.')
    await sleep(20)
  }
}

export const resets: Behaviour = (request) => void request.socket.resetAndDestroy()

/** Says how much comes, and goes in the middle of it. */
export const goesHalfway: Behaviour = (request, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('half of it', () => request.socket.destroy())
}

export const talksGibberish: Behaviour = (request) => void request.socket.end('I am not HTTP\r\n\r\n')

/** As much as is taken, up to 100 MB; `sent` counts the bytes, and `isOver` says that the connection is gone. */
export function floods(): { behave: Behaviour; sent: number; isOver: boolean } {
  const flood = { behave, sent: 0, isOver: false }
  const chunk = Buffer.alloc(64 * 1024, 'x')
  async function behave(...[request, response]: Parameters<Behaviour>) {
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

/** An https endpoint that nobody vouches for. */
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
