import { fork } from 'node:child_process'
import { connect } from 'node:net'

/** The options of the load. Each connection has one request in flight, for `seconds` or until `total` requests. */
export type Load = { port: number; connections: number; seconds: number; requests: string[]; total?: number }
export type LoadResult = {
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
  responses: Record<string, number>
  /** Used by the load generator itself. */
  cpuSeconds: number
}

/** Runs the load in its own process. */
export function generateLoad(load: Load): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, { serialization: 'advanced' })
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('error', reject)
    child.send(load)
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Raw sockets and prepared bytes, so that the generator uses as little of the machine as possible. */
async function run({
  port,
  connections,
  seconds,
  requests,
  total = Number.POSITIVE_INFINITY,
}: Load): Promise<LoadResult> {
  const prepared = requests.map((text) => Buffer.from(text))
  const latencies: number[] = []
  const responses: Record<string, number> = {}
  const start = performance.now()
  const cpu = process.cpuUsage()
  const end = start + seconds * 1000
  let turn = 0
  const drive = () =>
    new Promise<void>((resolve, reject) => {
      let pending: Buffer = Buffer.alloc(0)
      let sentAt = 0
      const socket = connect(port, '127.0.0.1').setNoDelay(true)
      const send = () => {
        turn += 1
        sentAt = performance.now()
        socket.write(prepared[turn % prepared.length] as Buffer)
      }
      socket.once('connect', send).once('error', reject)
      socket.on('data', (chunk: Buffer) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        const status = statusOfComplete(pending)
        if (status === null) return
        pending = Buffer.alloc(0)
        const now = performance.now()
        latencies.push(now - sentAt)
        responses[status] = (responses[status] ?? 0) + 1
        if (now < end && turn < total) return send()
        socket.destroy()
        resolve()
      })
    })
  await Promise.all(Array.from({ length: connections }, drive))
  const elapsed = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  const last = latencies.length - 1
  const at = (share: number) => Math.round((latencies[Math.ceil(last * share)] ?? 0) * 100) / 100
  const { user, system } = process.cpuUsage(cpu)
  const perSecond = Math.round(latencies.length / elapsed)
  const cpuSeconds = Math.round((user + system) / 1e4) / 100
  return { perSecond, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1), responses, cpuSeconds }
}

/** The status of a response once it has arrived completely, else null. */
function statusOfComplete(bytes: Buffer): string | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length >= headEnd + HEAD_END.length + length ? head.slice(9, 12) : null
}

const reply = process.send?.bind(process)
if (reply && process.argv[1] === import.meta.filename) {
  process.once('message', async (load) => {
    reply(await run(load as Load))
    process.disconnect?.()
  })
}
