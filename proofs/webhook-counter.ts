import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isTrueWithin } from '../test/support/process.ts'

/** A partner's webhook endpoint. It answers 200 and remembers which events arrived. */
export type WebhookCounter = {
  url: string
  arrived: Set<string>
  requests(): number
  /** Whether at least `count` events arrive within the time. */
  waitFor(count: number, withinMs: number): Promise<boolean>
  close(): void
}

export async function openWebhookCounter(): Promise<WebhookCounter> {
  const arrived = new Set<string>()
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    arrived.add(String(request.headers['x-event-id']))
    request.resume().on('end', () => response.end('ok'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived,
    requests: () => requests,
    waitFor: (count, withinMs) => isTrueWithin(() => arrived.size >= count, withinMs),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
