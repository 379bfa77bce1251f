import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/support/process.ts'
import { send } from '../partner-world.ts'
import { HUNG_MS, startRedeeming } from '../redemption-load.ts'
import { freePorts } from '../server-processes.ts'
import { type ServiceNode, startServiceNode } from '../service-node.ts'
import type { KindOfAct } from './act.ts'
import { openMemberClock } from './member-clock.ts'
import { sendUntil, voidAll } from './staff-acts.ts'
import { API_NODES, type ChaosStage, memberOf, originOf, shopAtRest, startAgain } from './stage.ts'

const CLIENTS = 3
const REDEEMED_BEFORE_CLOSE = 12
/** The first close is of the month a year ago, and each further close is of the next one. */
const MONTHS = 12

/**
 * A node whose clock is in that month makes its redemptions, before and while it is closed. Half of the first ones are
 * voided meanwhile, and the node that closes is killed.
 */
export const closeMonth: KindOfAct = (choose) => {
  const [name, killedAfterMs] = [choose(API_NODES), choose([5, 50, 200])]
  const other = API_NODES.find((one) => one !== name) ?? name
  return {
    title: `a month is closed at ${name}, with kill -9 after ${killedAfterMs} ms`,
    whyNot(stage) {
      if (memberOf(stage, name).clock === null) return 'it needs Debian’s faketime'
      return stage.monthsClosed < MONTHS - 1 ? null : 'no month is left to close'
    },
    async begin(stage) {
      const month = Temporal.Now.plainDateISO('UTC')
        .toPlainYearMonth()
        .subtract({ months: MONTHS - stage.monthsClosed })
      stage.monthsClosed += 1
      const round = `month-${month}`
      const shop = shopAtRest(stage)
      const voucher = await shop.offer(`${round} late`, { claimFlow: 'INSTANT', redemptionCount: 2 })
      const past = await startNodeIn(stage, month)
      const target = {
        origins: [past.origin],
        clients: CLIENTS,
        world: shop,
        vouchers: [voucher],
        round,
      }
      const { record, end } = startRedeeming(target)
      await until(() => record.acknowledged.size >= REDEEMED_BEFORE_CLOSE)
      const ids = [...record.acknowledged.values()].slice(0, REDEEMED_BEFORE_CLOSE / 2)
      const path = `/admin/statements/${month}/close`
      const close = { method: 'POST', path }
      const work = Promise.all([
        sendUntil(200, () => originOf(stage, name), close),
        voidAll(() => originOf(stage, other), ids),
      ])
      work.catch(() => {})
      await sleep(killedAfterMs)
      const member = memberOf(stage, name)
      member.running.node.child.kill('SIGKILL')
      return async () => {
        await startAgain(stage, member)
        const [closed] = await work
        await end(HUNG_MS)
        const code = await past.stop()
        member.output.push(past.node.output())
        if (code !== 0) throw new Error(`the node in ${month} exited with ${code} on SIGTERM`)
        for (const id of record.acknowledged.values()) stage.acknowledged.add(id)
        const again = await send(originOf(stage, other), close, HUNG_MS)
        if (JSON.stringify(again.body) !== JSON.stringify(closed.body))
          throw new Error(`two closes differ: ${JSON.stringify(closed.body)}, ${JSON.stringify(again.body)}`)
        stage.say(`   ${month}: ${record.acknowledged.size} redemptions, ${ids.length} of them voided`)
      }
    },
  }
}

/** Its clock is at noon of the last day of the month. */
async function startNodeIn(stage: ChaosStage, month: Temporal.PlainYearMonth): Promise<ServiceNode> {
  const { service, processes, members } = stage
  const noon = month
    .toPlainDate({ day: month.daysInMonth })
    .toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' })
  const clock = openMemberClock(processes.folder(`clock-${month}`))
  clock?.skew(Math.round((noon.epochMilliseconds - Date.now()) / 1000))
  const [port] = (await freePorts(1)) as [number]
  // By the addresses of a member: with unknown ones, the start would assume a restored copy.
  const { databaseUrl = '', env } = members[0] ?? {}
  const options = { name: `node of ${month}`, role: 'api' as const, port, databaseUrl }
  return startServiceNode(service, processes, { ...options, env: { ...env, ...clock?.env } })
}
