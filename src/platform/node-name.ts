import { hostname } from 'node:os'

/** The name of this process in the table `nodes` and in its log lines. */
export function nodeName(port: number): string {
  return `${hostname()}:${port} (process ${process.pid})`
}
