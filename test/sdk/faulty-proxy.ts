import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** The fault of one request. Except with a `status`, the request reaches the service first. */
export type Fault =
  | 'none'
  /** The response of the service, with more headers. */
  | { addedHeaders: Record<string, string> }
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The service has executed the request, and its response never arrives. */
  | 'reset'
  /** The response ends in the middle of its body. */
  | 'truncate'
  /** The response never ends. */
  | 'stall'

export type FaultyProxy = {
  url: string
  /** One for each of the next requests; then everything is forwarded. */
  faults: Fault[]
  /** One for each of the next requests of a route, such as `POST /integrations/users`. */
  faultsOfRoutes: Record<string, Fault[]>
  seen: { method: string; path: string; headers: IncomingHttpHeaders; statusOfService?: number }[]
}

/** Stands between the SDK and the service, and fails on demand. */
export async function openFaultyProxy(origin: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { url: '', faults: [], faultsOfRoutes: {}, seen: [] }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', url: path = '', headers } = request
    const seen: FaultyProxy['seen'][number] = { method, path, headers }
    proxy.seen.push(seen)
    const fault = proxy.faultsOfRoutes[`${method} ${path.split('?')[0]}`]?.shift() ?? proxy.faults.shift()
    if (typeof fault === 'object' && 'status' in fault)
      return void response.writeHead(fault.status, fault.headers).end(fault.body)
    const passedHeaders = Object.fromEntries(
      Object.entries(headers).filter(([name]) =>
        /^(x-|content-type|authorization|idempotency-key)/.test(name),
      ),
    ) as Record<string, string>
    const upstream = await fetch(origin + path, {
      method,
      headers: passedHeaders,
      ...(body.length > 0 && { body }),
    })
    seen.statusOfService = upstream.status
    await forward(upstream, response, fault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

async function forward(
  upstream: Response,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const body = Buffer.from(await upstream.arrayBuffer())
  if (fault === 'reset') return void response.destroy()
  const headers = Object.fromEntries(
    [...upstream.headers].filter(([name]) => /^(x-|content-type|retry-after|link)/.test(name)),
  )
  response.writeHead(upstream.status, {
    ...headers,
    ...(typeof fault === 'object' && 'addedHeaders' in fault && fault.addedHeaders),
    ...(upstream.status !== 204 && { 'content-length': body.length }),
  })
  if (fault !== 'truncate' && fault !== 'stall') return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => {
    if (fault === 'truncate') response.destroy()
  })
}
