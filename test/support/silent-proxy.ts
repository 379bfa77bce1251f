import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a node and its database. A silent connection stays open, but no byte passes. */
export type SilentProxy = {
  url: string
  /** Silences all open connections. Later connections work. */
  silence(): void
  /** While true, all connections are silent, including new ones. */
  swallowAll: boolean
  /** Resets all open connections. */
  cut(): void
  close(): void
}

export async function openSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<{ sockets: Socket[]; isSilent: boolean }>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const pair = { sockets: [client, upstream], isSilent: false }
    pairs.add(pair)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (!pair.isSilent && !proxy.swallowAll) to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    pass(client, upstream)
    pass(upstream, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy: SilentProxy = {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    swallowAll: false,
    silence() {
      for (const pair of pairs) pair.isSilent = true
    },
    cut() {
      for (const { sockets } of pairs) for (const socket of sockets) socket.resetAndDestroy()
    },
    close() {
      server.close()
      proxy.cut()
    },
  }
  return proxy
}
