import { parseArgs } from 'node:util'
import { PIN } from './fixtures/prepared-database.ts'
import { generateLoad } from './load/generate-load.ts'
import { redemptionRequest } from './load/redemption-requests.ts'
import { saveResult } from './measure/save-result.ts'
import type { CellsFixture, MoveTimes } from './servers/cells.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'

const USERS = 20_000
const SLICE_SECONDS = 5

/**
 * How long a merchant with `--history` redemptions and 400,000 codes takes to another database of the same cluster, and how
 * long its customers wait at most, while `--clients` redeem.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { history: { type: 'string', default: '1000000' }, clients: { type: 'string', default: '8' } },
  })
  const [history, clients] = [Number(values.history), Number(values.clients)]
  const service = startChild(
    'servers/cells.ts',
    JSON.stringify({ users: USERS, vouchers: 500, history, cells: ['east'] }),
  )
  const { port, tokens, scenes } = await nextMessage<CellsFixture>(service)
  const { voucherIds = [], outletId = '' } = scenes[0] ?? {}
  const requests = tokens.map((token, i) =>
    redemptionRequest({ token, voucherId: voucherIds[i % voucherIds.length], outletId, pin: PIN }),
  )
  const redeem = () => generateLoad({ port, connections: clients, seconds: SLICE_SECONDS, requests })
  const before = await redeem()
  await ask(service, { nextMinute: true })
  let isMoving = true
  const moving = ask<MoveTimes>(service, { moveFirst: true }).finally(() => {
    isMoving = false
  })
  const during = []
  while (isMoving) during.push(await redeem())
  const seconds = await moving
  await stopChild(service)
  const result = {
    ...{ history, clients, seconds },
    perSecondBefore: before.perSecond,
    perSecondMeanwhile: during.map(({ perSecond }) => perSecond),
    longestMsBefore: before.maxMs,
    longestMs: Math.max(...during.map(({ maxMs }) => maxMs)),
    responses: during.map(({ responses }) => responses),
  }
  console.log(result)
  await saveResult('move', result)
}
