import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A partner's endpoint in its own process: reads each body to the end, answers 200 and records when each event first
// arrived.

export type Arrivals = { at: Map<string, number>; requests: number }

let arrivals: Arrivals = { at: new Map(), requests: 0 }
let awaited = Number.POSITIVE_INFINITY

const server = createServer((request, response) => {
  request.on('end', () => {
    const id = String(request.headers['x-event-id'])
    arrivals.requests += 1
    if (!arrivals.at.has(id)) arrivals.at.set(id, performance.timeOrigin + performance.now())
    response.end()
    report()
  })
  request.resume()
})
server.keepAliveTimeout = 60_000

function report(): void {
  if (arrivals.at.size < awaited) return
  process.send?.(arrivals)
  awaited = Number.POSITIVE_INFINITY
  arrivals = { at: new Map(), requests: 0 }
}

process.on('message', (message: { awaited: number } | { stop: true }) => {
  if ('stop' in message) return process.disconnect?.()
  awaited = message.awaited
  report()
})

// Also exit if the measuring process was killed.
process.once('disconnect', () => {
  server.close()
  server.closeAllConnections()
})

server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` })
})
