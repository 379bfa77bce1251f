import { setTimeout as sleep } from 'node:timers/promises'
import { proxyBetween, type RunningNode, type Stage } from './failover-stage.ts'
import type { Member } from './patroni-cluster.ts'

/** The effects of a fault on the cluster. */
export type Injected = {
  /** The primary after the fault. */
  primary: Member
  /** When nodes could reach a primary again. */
  reachableAt: number
  /** Ends the fault and waits until its aftermath is over. */
  end(): Promise<unknown>
}

export type FailoverFault = {
  name: string
  title: string
  /** The maximum time without a successful redemption on any node. */
  allowedSeconds: number
  /** Whether to add the time that Patroni needs for a new primary. */
  isBeyondElection: boolean
  inject(stage: Stage): Promise<Injected>
}

const FREEZE_MS = 30_000
const PARTITION_MS = 15_000
const STANDBY_LOST_MS = 20_000
const REST_MS = 5_000
const ELECTED_WITHIN_MS = 90_000

export const FAILOVER_FAULTS: FailoverFault[] = [
  {
    ...{ name: 'kill', title: 'kill -9 of the primary', allowedSeconds: 3, isBeyondElection: true },
    async inject({ cluster }) {
      cluster.killPostgres((await cluster.leader()) as Member)
      return elected(await cluster.untilLeader(() => true, ELECTED_WITHIN_MS))
    },
  },
  {
    ...{ name: 'freeze', title: 'SIGSTOP of the primary, 30 s', allowedSeconds: 3, isBeyondElection: true },
    async inject({ cluster }) {
      const old = (await cluster.leader()) as Member
      const thawed = sleep(FREEZE_MS).then(cluster.freeze(old))
      const primary = await cluster.untilLeader((member) => member !== old, ELECTED_WITHIN_MS)
      // Long enough for the old primary to resume, notice its successor and step down.
      return { ...elected(primary), end: () => thawed.then(() => sleep(15_000)) }
    },
  },
  {
    ...{ name: 'switchover', title: 'planned switchover', allowedSeconds: 3, isBeyondElection: false },
    async inject({ cluster }) {
      const { members } = cluster
      const next = (members.indexOf((await cluster.leader()) as Member) + 1) % members.length
      const candidate = members[next] as Member
      await cluster.switchTo(candidate)
      return elected(await cluster.untilLeader((member) => member === candidate, ELECTED_WITHIN_MS))
    },
  },
  {
    ...{ name: 'partition', title: 'partition of node A and the primary, 15 s' },
    // The other node serves.
    ...{ allowedSeconds: 3, isBeyondElection: false },
    async inject(stage) {
      const primary = (await stage.cluster.leader()) as Member
      const proxy = proxyBetween(stage, stage.nodes[0] as RunningNode, primary)
      proxy.onConnect = 'swallow'
      proxy.silence()
      await sleep(PARTITION_MS)
      await proxy.heal()
      return elected(primary)
    },
  },
  {
    ...{ name: 'standby', title: 'lost standby, 20 s' },
    // Commits wait for both standbys until Patroni's next check, every 5 s, removes the lost one.
    ...{ allowedSeconds: 10, isBeyondElection: false },
    async inject({ cluster }) {
      const primary = (await cluster.leader()) as Member
      const standby = cluster.members.find((member) => member !== primary) as Member
      const restore = cluster.lose(standby)
      const restored = sleep(STANDBY_LOST_MS).then(restore)
      return { ...elected(primary), end: () => restored.then(() => sleep(REST_MS)) }
    },
  },
]

function elected(primary: Member): Injected {
  return { primary, reachableAt: Date.now(), end: () => sleep(REST_MS) }
}
