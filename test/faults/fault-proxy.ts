import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy between a node and its database. All of its faults are off at first. */
export type FaultProxy = {
  readonly port: number
  /** The port of 127.0.0.1 that new connections lead to. */
  target: number
  /** The delay in each direction. */
  delayMs: number
  /** New connections are reset after a random time, this long at most; null for never. */
  cutNewWithinMs: number | null
  /** What happens to new connections: forwarded, closed at once, or accepted and never answered. */
  onConnect: 'pass' | 'close' | 'swallow'
  /** Resets every connection. */
  cut(): void
  /** Silences every connection for good: no byte passes, and neither side learns that the other has closed. */
  silence(): void
  /** New connections are refused, and existing ones reset, until `listen`. */
  refuse(): Promise<void>
  listen(): Promise<void>
  /** Ends every fault. Silent connections are reset: the bytes they lost cannot be brought back. */
  heal(): Promise<void>
  close(): Promise<void>
}

type Link = { client: Socket; server: Socket | null; isSilent: boolean }

/** Our port is below the ports of outgoing connections, which could otherwise take it while we refuse connections. */
const LOWEST_PORT = 20_000
const PORTS = 12_000
const LISTEN_MS = 10_000

export async function openFaultProxy(target: number): Promise<FaultProxy> {
  const links = new Set<Link>()
  const { server, port } = await listenSomewhere((client) => accept(proxy, links, client))
  const cut = () => {
    for (const link of links) reset(link)
  }
  const proxy: FaultProxy = {
    port,
    target,
    delayMs: 0,
    cutNewWithinMs: null,
    onConnect: 'pass',
    cut,
    silence() {
      for (const link of links) link.isSilent = true
    },
    async refuse() {
      if (server.listening) server.close()
      cut()
    },
    listen: () => listenAgain(server, port),
    async heal() {
      Object.assign(proxy, { delayMs: 0, cutNewWithinMs: null, onConnect: 'pass' })
      for (const link of links) if (link.isSilent) reset(link)
      await listenAgain(server, port)
    },
    async close() {
      if (server.listening) server.close()
      cut()
    },
  }
  return proxy
}

async function listenSomewhere(
  onClient: (client: Socket) => void,
): Promise<{ server: Server; port: number }> {
  const deadline = Date.now() + LISTEN_MS
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * PORTS)
    const server = createServer({ noDelay: true }, onClient).listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      return { server, port }
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

async function listenAgain(server: Server, port: number): Promise<void> {
  const deadline = Date.now() + LISTEN_MS
  while (!server.listening) {
    server.listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}

function accept(proxy: FaultProxy, links: Set<Link>, client: Socket): void {
  client.on('error', () => {})
  if (proxy.onConnect === 'close') return void client.destroy()
  const link: Link = { client, server: null, isSilent: proxy.onConnect === 'swallow' }
  links.add(link)
  client.on('close', () => forget(links, link))
  if (link.isSilent) return void client.resume()
  link.server = connect({ port: proxy.target, host: '127.0.0.1', noDelay: true })
  link.server.on('close', () => forget(links, link))
  relay(proxy, link, client, link.server)
  relay(proxy, link, link.server, client)
  if (proxy.cutNewWithinMs === null) return
  const timer = setTimeout(() => reset(link), Math.random() * proxy.cutNewWithinMs)
  client.on('close', () => clearTimeout(timer))
}

/** A silent connection is remembered for as long as either side is open: the other must not learn of its end. */
function forget(links: Set<Link>, link: Link): void {
  const isGone = link.client.destroyed && (link.server?.destroyed ?? true)
  if (isGone) links.delete(link)
}

/** A socket that is already closing cannot be reset: Node would report it as destroyed and leave it open. */
function reset({ client, server }: Link): void {
  if (client.writableEnded) client.destroy()
  else client.resetAndDestroy()
  server?.destroy()
}

type Pending = { dueAt: number; chunk: Buffer | null }

/** Forwards bytes in order, delayed if the proxy delays, and then the end of the connection. */
function relay(proxy: FaultProxy, link: Link, from: Socket, to: Socket): void {
  const queue: Pending[] = []
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    timer = null
    while (queue[0] && queue[0].dueAt <= performance.now()) pass(queue.shift() as Pending)
    if (queue[0]) timer = setTimeout(flush, Math.max(1, queue[0].dueAt - performance.now()))
  }
  const pass = ({ chunk }: Pending) => {
    if (link.isSilent || to.destroyed) return
    if (chunk === null) return void to.end()
    if (to.write(chunk)) return
    from.pause()
    to.once('drain', () => from.resume())
  }
  const enqueue = (chunk: Buffer | null) => {
    if (link.isSilent) return
    queue.push({ dueAt: performance.now() + proxy.delayMs, chunk })
    if (timer === null) flush()
  }
  from.on('data', enqueue)
  from.on('end', () => enqueue(null))
  from.on('error', () => {
    if (!link.isSilent) reset(link)
  })
  // A connection that goes silent while it waits for `drain` must still be read, or the sender would notice.
  to.on('close', () => from.resume())
  from.on('close', () => enqueue(null))
}
