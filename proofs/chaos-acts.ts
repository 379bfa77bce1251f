import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooser } from '../test/support/chooser.ts'
import {
  type ChaosStage,
  MEMBER_NAMES,
  type Member,
  type MemberName,
  memberOf,
  startAgain,
} from './chaos-stage.ts'
import { makeNextRelease } from './next-release.ts'
import { send } from './partner-world.ts'
import type { RecordedRedemptions } from './redemption-load.ts'
import { childrenOf } from './server-processes.ts'

/** One fault of the schedule. It lasts `seconds` and then it is over; what was killed is started again. */
export type Act = {
  title: string
  seconds: number
  /** Begins the act. Returns what ends it. */
  begin(stage: ChaosStage, record: RecordedRedemptions): Promise<() => Promise<void>>
}

type Choose = <T>(from: readonly T[]) => T

const API_NODES = ['node A', 'node B'] as const

const none = async () => {}

function signal(pids: number[], name: NodeJS.Signals): void {
  execFileSync('kill', [`-${name.slice(3)}`, ...pids.map(String)], { stdio: 'ignore' })
}

/** An act on one member, which the seed chooses. */
const onMember =
  (words: string, begin: (member: Member, stage: ChaosStage) => Promise<() => Promise<void>>) =>
  (choose: Choose): Omit<Act, 'seconds'> => {
    const name = choose<MemberName>(MEMBER_NAMES)
    return { title: `${words} ${name}`, begin: (stage) => begin(memberOf(stage, name), stage) }
  }

const kill = onMember('kill -9 of', async (member, stage) => {
  member.running.node.child.kill('SIGKILL')
  return () => startAgain(stage, member)
})

const stop = onMember('SIGTERM to', async (member, stage) => {
  const code = await member.running.stop()
  if (code !== 0) throw new Error(`${member.name} exited with ${code} on SIGTERM`)
  return () => startAgain(stage, member)
})

const freeze = onMember('freeze', async ({ running }) => {
  running.node.child.kill('SIGSTOP')
  return async () => void running.node.child.kill('SIGCONT')
})

const cut = onMember('reset all connections to the database of', async ({ proxy }) => {
  proxy.cut()
  return none
})

const silence = onMember('swallow all packets to the database of', async ({ proxy }) => {
  proxy.onConnect = 'swallow'
  proxy.silence()
  return () => proxy.heal()
})

const refuse = onMember('refuse connections to the database of', async ({ proxy }) => {
  await proxy.refuse()
  return () => proxy.listen()
})

const slow = (choose: Choose): Omit<Act, 'seconds'> => {
  const [name, delayMs] = [choose<MemberName>(MEMBER_NAMES), choose([20, 60, 150])]
  return {
    title: `slow connections to the database of ${name}, ${delayMs} ms in each direction`,
    async begin(stage) {
      const { proxy } = memberOf(stage, name)
      proxy.delayMs = delayMs
      return () => proxy.heal()
    },
  }
}

/** All sessions end, and PostgreSQL recovers from its log. */
const crashDatabase = (): Omit<Act, 'seconds'> => ({
  title: 'kill -9 of a process of the database',
  async begin({ psql, postgres }) {
    const url = postgres.urlOf('postgres', 'postgres')
    const [row] = await psql.select<{ pid: number }>(
      url,
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    )
    signal([row?.pid ?? 0], 'SIGKILL')
    return none
  },
})

const freezeDatabase = (): Omit<Act, 'seconds'> => ({
  title: 'freeze the database',
  async begin({ postgres }) {
    const pids = [postgres.process.pid, ...childrenOf(postgres.process.pid)]
    signal(pids, 'SIGSTOP')
    return async () => signal(pids, 'SIGCONT')
  },
})

/** By the schedule of attempts, the third one comes after five minutes. So staff send what waits, as after any outage. */
const breakReceiver = (choose: Choose): Omit<Act, 'seconds'> => {
  const name = choose(API_NODES)
  return {
    title: `the receiver of webhooks answers 503, and ${name} is asked to deliver now`,
    async begin({ receiver, members, world }) {
      receiver.isBroken = true
      return async () => {
        receiver.isBroken = false
        // Until the last attempts that failed are recorded.
        await sleep(3000)
        const path = `/admin/partners/${world.partner.id}/webhook/deliver-now`
        const { origin } = memberOf({ members }, name).running
        const { status } = await send(origin, { method: 'POST', path }, 8000)
        if (status !== 202) throw new Error(`${path} answered ${status}`)
      }
    },
  }
}

/** Each void is repeated until it is answered, at a node that the seed chooses. */
const voidSome = (choose: Choose): Omit<Act, 'seconds'> => {
  const name = choose(API_NODES)
  return {
    title: `staff void redemptions at ${name}, and freeze it meanwhile`,
    async begin(stage, { acknowledged }) {
      const { running } = memberOf(stage, name)
      const ids = [...acknowledged.values()].slice(0, 20)
      const voiding = Promise.all(ids.map((id) => voidUntilAnswered(running.origin, id)))
      running.node.child.kill('SIGSTOP')
      return async () => {
        running.node.child.kill('SIGCONT')
        await voiding
      }
    },
  }
}

async function voidUntilAnswered(origin: string, id: string): Promise<void> {
  const request = { method: 'POST', path: `/admin/redemptions/${id}/void`, body: { reason: 'Chaos.' } }
  for (let tries = 0; tries < 30; tries += 1) {
    if ((await send(origin, request, 8000)).status === 200) return
    await sleep(500)
  }
  throw new Error(`the void of ${id} was never answered`)
}

/** The receiver knows the next secret before it is promoted, and accepts both. */
const rotateSecret = (choose: Choose): Omit<Act, 'seconds'> => {
  const name = choose(API_NODES)
  return {
    title: `the signing secret of the partner is rotated at ${name}`,
    async begin(stage) {
      const path = `/admin/partners/${stage.world.partner.id}/secret`
      const post = async (step: string) => {
        const request = { method: 'POST', path: `${path}/${step}` }
        const { status, body } = await send(memberOf(stage, name).running.origin, request, 8000)
        if (status !== 200) throw new Error(`${step} answered ${status}`)
        return body
      }
      stage.receiver.secrets.push((await post('rotate')).secret)
      return async () => void (await post('promote'))
    },
  }
}

/** A release with one more migration, as `rolling` makes it. The old members run on the new schema meanwhile. */
const upgrade = (): Omit<Act, 'seconds'> => ({
  title: 'a new version replaces all members, one after the other',
  async begin(stage) {
    const { folder } = await makeNextRelease(stage.processes.folder(`release-${stage.releases}`))
    stage.releases += 1
    stage.service = { ...stage.service, folder }
    for (const member of stage.members) {
      const code = await member.running.stop()
      if (code !== 0) throw new Error(`${member.name} exited with ${code} on SIGTERM`)
      await startAgain(stage, member)
    }
    return none
  },
})

const ACTS = [
  ...[kill, stop, freeze, cut, silence, refuse, slow],
  ...[crashDatabase, freezeDatabase, breakReceiver, voidSome, upgrade, rotateSecret],
]

/** The acts of a seed, always the same. Each kind comes once before one comes again. */
export function scheduleOf(seed: number, count: number): Act[] {
  const choose = chooser(seed)
  let left = ACTS.slice()
  return Array.from({ length: count }, () => {
    if (left.length === 0) left = ACTS.slice()
    const kind = choose(left)
    left = left.filter((one) => one !== kind)
    return { ...kind(choose), seconds: choose([3, 5, 8]) }
  })
}
