import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** Serves a page without scripts, compressed like the webview. Its styles and pictures are proxied from the service. */
export async function serveSnapshot(
  service: string,
  html: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const page = brotliCompressSync(html)
  const server = createServer((incoming, reply) => {
    if (incoming.url === '/') {
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
      return reply.end(page)
    }
    const proxied = request(service + incoming.url, { headers: incoming.headers }, (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(reply)
    })
    proxied.on('error', () => reply.destroy())
    return proxied.end()
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
