import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseParts, FaultDatabase } from './fault-database.ts'
import type { FaultProxy } from './fault-proxy.ts'
import { whyNoSmallDisk } from './small-disk.ts'

export type Rig = { proxy: FaultProxy; database: FaultDatabase }

export type Fault = {
  name: string
  /** How long it lasts, in the proof and in the test. A hang must last longer than the 6 s that a response may take. */
  seconds: { full: number; short: number }
  parts: DatabaseParts
  /** DATABASE_URL names the standby first, then the proxy, with `target_session_attrs=read-write`. */
  hosts: 'proxy' | 'standby, proxy'
  /** Why it cannot run on this machine, or null if it can. */
  whyNot(): string | null
  /** Resolves when the database is back. */
  strike(rig: Rig, seconds: number): Promise<void>
}

/**
 * A silent connection looks like one that waits. So a node has this long to notice, and the database counts as back only
 * after that.
 */
const NOTICE_SECONDS = 5

const RESETS = 10
const CUT_NEW_WITHIN_MS = 250
const DELAY_MS = 400

export const FAULTS: Fault[] = [
  // The control: if it fails, the machine or the harness is at fault.
  fault('no fault', { full: 3, short: 1 }, async (_, seconds) => sleep(seconds * 1000)),
  fault('reset during reconnect', { full: 15, short: 3 }, resetDuringReconnect),
  fault('accept then close', { full: 8, short: 1.5 }, acceptThenClose),
  fault('flapping', { full: 8, short: 4 }, flap),
  fault('half-open', { full: NOTICE_SECONDS, short: NOTICE_SECONDS }, goHalfOpen),
  fault('delay', { full: 8, short: 2.5 }, delay),
  fault('black hole', { full: 12, short: 6.5 }, blackHole),
  fault('frozen database', { full: 12, short: 6.5 }, freeze),
  fault('restart', { full: 0, short: 0 }, (rig) => restart(rig, 'stop')),
  fault('restart after SIGKILL', { full: 0, short: 0 }, (rig) => restart(rig, 'kill')),
  fault('read-only', { full: 8, short: 1.5 }, makeReadOnly),
  fault('disk full', { full: 8, short: 2.5 }, fillDisk, {
    parts: { standby: false, smallDisk: true },
    whyNot: whyNoSmallDisk,
  }),
  fault('standby that answers', { full: 8, short: 2 }, leadToStandby, {
    parts: { standby: true, smallDisk: false },
  }),
  fault('standby first of two hosts', { full: 8, short: 2 }, leadToStandby, {
    parts: { standby: true, smallDisk: false },
    hosts: 'standby, proxy',
  }),
]

function fault(
  name: string,
  seconds: Fault['seconds'],
  strike: Fault['strike'],
  more: Partial<Fault> = {},
): Fault {
  const plain = { parts: { standby: false, smallDisk: false }, hosts: 'proxy' as const, whyNot: () => null }
  return { name, seconds, strike, ...plain, ...more }
}

/** Resets every connection repeatedly, including new ones. */
async function resetDuringReconnect({ proxy }: Rig, seconds: number): Promise<void> {
  proxy.cutNewWithinMs = CUT_NEW_WITHIN_MS
  for (let i = 0; i < RESETS; i += 1) {
    proxy.cut()
    await sleep((seconds * 1000) / RESETS)
  }
  proxy.cut()
  proxy.cutNewWithinMs = null
}

async function acceptThenClose({ proxy }: Rig, seconds: number): Promise<void> {
  proxy.onConnect = 'close'
  proxy.cut()
  await sleep(seconds * 1000)
  proxy.onConnect = 'pass'
}

/** Refuses connections for one second, accepts them for one second, and so on. */
async function flap({ proxy }: Rig, seconds: number): Promise<void> {
  for (let elapsed = 0; elapsed < seconds; elapsed += 2) {
    await proxy.refuse()
    await sleep(1000)
    await proxy.listen()
    if (elapsed + 2 < seconds) await sleep(1000)
  }
}

/** The connections stay silent when this resolves; only new ones work. */
async function goHalfOpen({ proxy }: Rig, seconds: number): Promise<void> {
  proxy.silence()
  await sleep(seconds * 1000)
}

async function delay({ proxy }: Rig, seconds: number): Promise<void> {
  proxy.delayMs = DELAY_MS
  await sleep(seconds * 1000)
  proxy.delayMs = 0
}

/** At the end, connections that lost bytes are reset, as by a host that has restarted. */
async function blackHole({ proxy }: Rig, seconds: number): Promise<void> {
  proxy.onConnect = 'swallow'
  proxy.silence()
  await sleep(seconds * 1000)
  await proxy.heal()
}

async function freeze({ database }: Rig, seconds: number): Promise<void> {
  database.freeze()
  try {
    await sleep(seconds * 1000)
  } finally {
    database.thaw()
  }
}

/** Connections are refused while the database is down. It listens on another port afterwards. */
async function restart({ proxy, database }: Rig, how: 'stop' | 'kill'): Promise<void> {
  await database.restart(how, () => proxy.refuse())
  proxy.target = database.port()
  await proxy.listen()
}

async function makeReadOnly({ database }: Rig, seconds: number): Promise<void> {
  try {
    await database.setReadOnly(true)
    await sleep(seconds * 1000)
  } finally {
    await database.setReadOnly(false)
  }
}

async function fillDisk({ database: { smallDisk } }: Rig, seconds: number): Promise<void> {
  smallDisk?.fill()
  try {
    await sleep(seconds * 1000)
  } finally {
    smallDisk?.free()
  }
}

/**
 * For a while the address leads to a server in recovery. Connections to that server stay open afterwards: a node that
 * kept them could not write.
 */
async function leadToStandby({ proxy, database }: Rig, seconds: number): Promise<void> {
  if (database.standby === null) throw new Error('this database has no standby')
  proxy.target = database.standby.port
  proxy.cut()
  await sleep(seconds * 1000)
  proxy.target = database.port()
}
