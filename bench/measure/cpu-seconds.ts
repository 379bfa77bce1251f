import { readdir, readFile } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

type CpuTime = { parent: number; own: number; ofEnded: number }

/** The CPU time of a process so far, in user and kernel mode; null if the system has no /proc. */
export async function cpuSecondsOf(pid: number): Promise<number | null> {
  return (await cpuTimeOf(pid))?.own ?? null
}

/** The CPU time of a process and its children, also of those that have ended. */
export async function cpuSecondsOfFamily(pid: number): Promise<number | null> {
  const pids = await readdir('/proc').catch(() => [])
  const all = await Promise.all(
    pids
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .map(cpuTimeOf),
  )
  const head = await cpuTimeOf(pid)
  if (!head) return null
  const children = all.filter((one) => one?.parent === pid)
  return head.own + head.ofEnded + children.reduce((sum, one) => sum + (one?.own ?? 0), 0)
}

async function cpuTimeOf(pid: number): Promise<CpuTime | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in parentheses may contain spaces. After it: state, parent, …, utime, stime, cutime, cstime.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (place: number) => Number(fields[place]) / TICKS_PER_SECOND
  return { parent: Number(fields[1]), own: field(11) + field(12), ofEnded: field(13) + field(14) }
}
