import { readdir, readFile } from 'node:fs/promises'

const TICKS_A_SECOND = 100

type Spent = { parent: number; own: number; ofEnded: number }

/** What a process has used so far, in user and kernel mode; null where the system does not say so in /proc. */
export async function cpuSecondsOf(pid: number): Promise<number | null> {
  return (await spentBy(pid))?.own ?? null
}

/** A process and its children, those that have ended too. */
export async function cpuSecondsOfFamily(pid: number): Promise<number | null> {
  const pids = await readdir('/proc').catch(() => [])
  const all = await Promise.all(
    pids
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .map(spentBy),
  )
  const head = await spentBy(pid)
  if (!head) return null
  const children = all.filter((one) => one?.parent === pid)
  return head.own + head.ofEnded + children.reduce((sum, one) => sum + (one?.own ?? 0), 0)
}

async function spentBy(pid: number): Promise<Spent | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in parentheses may hold spaces; after it: state, parent, …, utime, stime, cutime, cstime.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (place: number) => Number(fields[place]) / TICKS_A_SECOND
  return { parent: Number(fields[1]), own: field(11) + field(12), ofEnded: field(13) + field(14) }
}
