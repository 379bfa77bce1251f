import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../test/support/process.ts'
import { freePorts, type ServerProcess, type ServerProcesses } from './server-processes.ts'

export type LoadBalancer = {
  origin: string
  process: ServerProcess
  /** Waits until HAProxy sends requests to this many nodes. */
  untilServing(nodes: number): Promise<void>
}

/**
 * HAProxy with its defaults: it asks `/readyz` every 2 s, and three failures take a node out. One backend serves reads and
 * writes, so a node stays in it while only commits fail.
 */
export async function startLoadBalancer(
  processes: ServerProcesses,
  name: string,
  program: string,
  nodePorts: number[],
): Promise<LoadBalancer> {
  const [port, statsPort] = (await freePorts(2)) as [number, number]
  const file = join(processes.folder(name), 'haproxy.cfg')
  const servers = nodePorts.map((nodePort, i) => `  server node${i} 127.0.0.1:${nodePort} check`)
  const settings = [
    ...['defaults', '  mode http', '  timeout connect 5s', '  timeout client 60s', '  timeout server 60s'],
    ...['frontend callers', `  bind 127.0.0.1:${port}`, '  default_backend nodes'],
    ...['backend nodes', '  balance roundrobin', '  option httpchk GET /readyz', ...servers],
    ...['listen stats', `  bind 127.0.0.1:${statsPort}`, '  stats enable', '  stats uri /stats'],
  ]
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 })
  const process = processes.start(name, program, ['-f', file])
  const countServing = async () => {
    const response = await fetch(`http://127.0.0.1:${statsPort}/stats;csv`).catch(() => null)
    const lines = (await response?.text())?.split('\n') ?? []
    return lines.filter((line) => /^nodes,node\d+,/.test(line) && line.split(',')[17] === 'UP').length
  }
  return {
    ...{ origin: `http://127.0.0.1:${port}`, process },
    untilServing: (nodes) => until(async () => (await countServing()) === nodes, 60_000),
  }
}
