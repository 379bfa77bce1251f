import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** A page without a script, compressed as ours is; its styles and pictures are handed on from the service. */
export async function serveSnapshot(
  service: string,
  html: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const page = brotliCompressSync(html)
  const server = createServer((asked, reply) => {
    if (asked.url === '/') {
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
      return reply.end(page)
    }
    const handedOn = request(service + asked.url, { headers: asked.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    handedOn.on('error', () => reply.destroy())
    return handedOn.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
