import { makeNextRelease } from '../next-release.ts'
import { type Choose, type EndOfAct, type KindOfAct, none } from './act.ts'
import { type ChaosStage, MEMBER_NAMES, type Member, memberOf, restart, startAgain } from './stage.ts'

/** A receiver accepts a signature for 300 s, so webhooks must still be delivered. */
const WRONG_BY_SECONDS = [-200, -20, 20, 200]

/** An act on one member, which the seed chooses. */
const onMember =
  (words: string, begin: (member: Member, stage: ChaosStage) => Promise<EndOfAct>): KindOfAct =>
  (choose) => {
    const name = choose(MEMBER_NAMES)
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

/** The clock jumps, and jumps back at the end. */
const skewClock = (choose: Choose): ReturnType<KindOfAct> => {
  const [name, seconds] = [choose(MEMBER_NAMES), choose(WRONG_BY_SECONDS)]
  return {
    title: `the clock of ${name} is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`,
    whyNot: (stage) => (memberOf(stage, name).clock ? null : 'it needs Debian’s faketime'),
    async begin(stage) {
      const { clock } = memberOf(stage, name)
      clock?.skew(seconds)
      return async () => clock?.skew(0)
    },
  }
}

/** A release with one more migration, as `rolling` makes it. The old members run on the new schema meanwhile. */
const upgrade: KindOfAct = () => ({
  title: 'a new version replaces all members, one after the other',
  async begin(stage) {
    const { folder } = await makeNextRelease(stage.processes.folder(`release-${stage.releases}`))
    stage.releases += 1
    stage.service = { ...stage.service, folder }
    for (const member of stage.members) await restart(stage, member)
    return none
  },
})

export const PROCESS_ACTS = [kill, stop, freeze, skewClock, upgrade]
