import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiResponse, type Request, send } from '../partner-world.ts'
import { HUNG_MS } from '../redemption-load.ts'
import type { KindOfAct } from './act.ts'
import { connectDevice, sendAs } from './counter.ts'
import { API_NODES, memberOf, originOf, originsOf } from './stage.ts'

/** No month is closed while a merchant moves. */
const MAX_TRIES = 240

/** Sends a request of staff until it has this status, to a node that may be frozen or gone meanwhile. */
export async function sendUntil(
  status: number,
  origin: () => string,
  request: Request,
): Promise<ApiResponse> {
  let last: ApiResponse | null = null
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    last = await send(origin(), request, HUNG_MS)
    if (last.status === status) return last
    await sleep(500)
  }
  throw new Error(
    `${request.path} never answered ${status}, but ${last?.status} ${JSON.stringify(last?.body)}`,
  )
}

/** By the schedule of attempts, the third one comes after five minutes. So staff send what waits, as after any outage. */
const breakReceiver: KindOfAct = (choose) => {
  const name = choose(API_NODES)
  return {
    title: `the receiver of webhooks answers 503, and ${name} is asked to deliver now`,
    async begin(stage) {
      const { receiver, world } = stage
      receiver.isBroken = true
      return async () => {
        receiver.isBroken = false
        // Until the last attempts that failed are recorded.
        await sleep(3000)
        const path = `/admin/partners/${world.partner.id}/webhook/deliver-now`
        await sendUntil(202, () => originOf(stage, name), { method: 'POST', path })
      }
    },
  }
}

const voidSome: KindOfAct = (choose) => {
  const name = choose(API_NODES)
  return {
    title: `staff void redemptions at ${name}, and freeze it meanwhile`,
    async begin(stage, { acknowledged }) {
      const { child } = memberOf(stage, name).running.node
      const ids = [...acknowledged.values()].slice(0, 20)
      const voiding = voidAll(() => originOf(stage, name), ids)
      child.kill('SIGSTOP')
      return async () => {
        child.kill('SIGCONT')
        await voiding
      }
    },
  }
}

export async function voidAll(origin: () => string, ids: string[]): Promise<void> {
  const body = { reason: 'Chaos.' }
  const request = (id: string) => ({ method: 'POST', path: `/admin/redemptions/${id}/void`, body })
  await Promise.all(ids.map((id) => sendUntil(200, origin, request(id))))
}

/** The receiver knows the next secret before it is promoted, and accepts both. */
const rotateSigningSecret: KindOfAct = (choose) => {
  const name = choose(API_NODES)
  return {
    title: `the signing secret of the partner is rotated at ${name}`,
    async begin(stage) {
      const path = `/admin/partners/${stage.world.partner.id}/secret`
      const post = async (step: string) => {
        const request = { method: 'POST', path: `${path}/${step}` }
        return (await sendUntil(200, () => originOf(stage, name), request)).body
      }
      const { secret } = await post('rotate')
      stage.receiver.secrets.push(secret)
      stage.secrets.push(['a signing secret', secret])
      return async () => void (await post('promote'))
    },
  }
}

/** While the device confirms codes at both nodes. Another device takes its place. */
const revokeDevice: KindOfAct = (choose) => {
  const [name, place] = [choose(API_NODES), choose([0, 1, 2])]
  return {
    title: `a device at the counter is revoked at ${name}`,
    async begin(stage) {
      const { counter, members } = stage
      const device = counter.devices.filter(({ revokedAtMs }) => revokedAtMs === null)[place]
      if (!device) throw new Error('there are not enough devices')
      const origin = () => originOf(stage, name)
      await connectDevice(origin(), counter)
      await sendUntil(204, origin, { method: 'DELETE', path: `/admin/devices/${device.id}` })
      device.revokedAtMs = Date.now()
      const ask = async () => {
        for (const node of originsOf(members)) {
          const { status } = await sendAs(counter, device, node, { path: '/counter/session' })
          if (status !== 401) throw new Error(`the revoked device got ${status} at ${node}`)
        }
      }
      await ask()
      return ask
    },
  }
}

export const STAFF_ACTS = [breakReceiver, voidSome, rotateSigningSecret, revokeDevice]
