import { setTimeout as sleep } from 'node:timers/promises'
import { whyNoSmallDisk } from '../../test/faults/small-disk.ts'
import type { KindOfAct } from './act.ts'
import { none } from './act.ts'
import type { DatabaseServer, PrimaryAndStandby } from './primary-and-standby.ts'

/** How long a primary that has slept through a failover runs before it is shut down. */
const OLD_PRIMARY_AWAKE_MS = 3000

const ROLES = ['primary', 'standby'] as const
type Role = (typeof ROLES)[number]

const serverOf = (postgres: PrimaryAndStandby, role: Role): DatabaseServer => postgres[role]()

/** All sessions end, and PostgreSQL recovers from its log. */
const crash: KindOfAct = () => ({
  title: 'kill -9 of a process of the primary',
  async begin({ psql, postgres }) {
    const [row] = await psql.select<{ pid: number }>(
      postgres.urlOf('postgres', 'postgres'),
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    )
    if (!row) throw new Error('the primary has no checkpointer')
    process.kill(row.pid, 'SIGKILL')
    return none
  },
})

/** While the standby is frozen, no commit returns: nodes must refuse what writes. */
const freeze: KindOfAct = (choose) => {
  const role = choose(ROLES)
  return {
    title: `freeze the ${role}`,
    async begin({ postgres }) {
      const server = serverOf(postgres, role)
      postgres.signal(server, 'SIGSTOP')
      return async () => postgres.signal(server, 'SIGCONT')
    },
  }
}

/** PostgreSQL may end when it cannot write its log. It is started again when there is space. */
const fillDisk: KindOfAct = (choose) => {
  const role = choose(ROLES)
  return {
    title: `the disk of the ${role} is full`,
    whyNot: whyNoSmallDisk,
    async begin({ postgres }) {
      const server = serverOf(postgres, role)
      server.disk?.fill()
      return async () => {
        server.disk?.free()
        await postgres.startIfEnded(server)
      }
    },
  }
}

const FAILOVERS = {
  'the primary is shut down, and': (postgres: PrimaryAndStandby) => postgres.primary().process.stop('SIGINT'),
  'kill -9 of the primary, and': async (postgres: PrimaryAndStandby) =>
    postgres.signal(postgres.primary(), 'SIGKILL'),
  // It wakes up later, and does not know yet that it has a successor.
  'the primary freezes for a while, and': async (postgres: PrimaryAndStandby) =>
    postgres.signal(postgres.primary(), 'SIGSTOP'),
}
const FAILOVER_NAMES = Object.keys(FAILOVERS) as (keyof typeof FAILOVERS)[]

/** Until the end of the act, the new primary has no standby. */
export const failOver: KindOfAct = (choose) => {
  const name = choose(FAILOVER_NAMES)
  return {
    title: `${name} the standby is promoted`,
    async begin({ postgres }) {
      const former = postgres.primary()
      await FAILOVERS[name](postgres)
      await postgres.promote()
      return async () => {
        postgres.signal(former, 'SIGCONT')
        await sleep(OLD_PRIMARY_AWAKE_MS)
        await postgres.rebuildStandby()
      }
    },
  }
}

export const DATABASE_ACTS = [crash, freeze, fillDisk, failOver]
