import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/support/process.ts'
import { type ApiResponse, send, type World } from '../partner-world.ts'
import { HUNG_MS, type Load, newRecord, note } from '../redemption-load.ts'

/** A tablet at the counter: the cookie is its session. */
export type Device = { id: string; cookie: string; revokedAtMs: number | null }

/** An outlet where devices confirm the codes that phones show. */
export type Counter = {
  outletId: string
  devices: Device[]
  /** How many requests that a revoked device sent were successful. */
  wronglyServed: number
}

const DEVICES = 3
const PAUSE_MS = 100
const RESEND_MS = 250

export async function openCounter(origin: string, world: World): Promise<Counter> {
  const outlet = await world.admin('POST', `/admin/merchants/${world.merchants[0]?.id}/outlets`, {
    ...{ name: 'Counter', addressLine: '2 Market Street', city: 'Ipoh', countryCode: 'MY', redeemBy: 'QR' },
  })
  const counter: Counter = { outletId: outlet.id, devices: [], wronglyServed: 0 }
  for (let n = 0; n < DEVICES; n += 1) await connectDevice(origin, counter)
  return counter
}

/** Creates another device and opens its link on it, at one node. Both are repeated until they succeed. */
export async function connectDevice(origin: string, { outletId, devices }: Counter): Promise<void> {
  await until(async () => {
    const body = { name: `Tablet ${devices.length + 1}` }
    const created = await send(
      origin,
      { method: 'POST', path: `/admin/outlets/${outletId}/devices`, body },
      HUNG_MS,
    )
    if (created.status !== 201) return false
    const secret = created.body.url.split('#device=')[1]
    const connected = await send(
      origin,
      { method: 'POST', path: '/counter/session', token: null, headers: { origin }, body: { secret } },
      HUNG_MS,
    )
    if (connected.status !== 201) return false
    devices.push({ id: created.body.id, cookie: connected.cookie ?? '', revokedAtMs: null })
    return true
  })
}

/** Sends a request as the device, and counts it if it should have been refused. */
export async function sendAs(
  counter: Counter,
  device: Device,
  origin: string,
  request: { method?: string; path: string; body?: object },
): Promise<ApiResponse> {
  const wasRevoked = device.revokedAtMs !== null
  const headers = { cookie: device.cookie, origin }
  const response = await send(origin, { ...request, token: null, headers }, HUNG_MS)
  if (wasRevoked && response.status >= 200 && response.status < 300) counter.wronglyServed += 1
  return response
}

type Target = { origins: string[]; clients: number; world: World; vouchers: string[]; round: string }
type Purchase = { user: string; key: string; voucherId: string }

/** Users show codes, and devices confirm them, until the load is ended. Each request is repeated until it is answered. */
export function startConfirming(
  counter: Counter,
  { origins, clients, world, vouchers, round }: Target,
): Load {
  const record = newRecord()
  const state = { isOver: false, giveUpAt: Number.POSITIVE_INFINITY }
  const client = async (number: number) => {
    for (let i = 0; !state.isOver; i += 1) {
      const key = `${round}-${number}-${i}`
      const voucherId = vouchers[i % vouchers.length] as string
      record.unanswered.add(key)
      const outcome = await confirmed({ user: key, key, voucherId }, number)
      if (outcome !== null) record.unanswered.delete(key)
      await sleep(PAUSE_MS)
    }
  }
  const attempt = async (request: (origin: string) => Promise<ApiResponse>, number: number) => {
    for (let tries = 0; Date.now() < state.giveUpAt; tries += 1) {
      const origin = origins[(number + (tries >> 2)) % origins.length] as string
      const response = await request(origin)
      note(record, origin, response)
      if (response.status > 0 && response.status < 500) return response
      await sleep(RESEND_MS)
    }
    return null
  }
  /** As the phone learns it: from the key. */
  const outcomeOf = async ({ user, key }: Purchase, number: number, refusal: string) => {
    const path = `/me/redemptions/by-key/${key}`
    const found = await attempt(
      (origin) => send(origin, { path, token: world.tokenOf(user) }, HUNG_MS),
      number,
    )
    if (found?.status === 200) record.acknowledged.set(key, found.body.id)
    else if (found) record.refused.set(key, refusal)
    return found
  }
  const confirmed = async (purchase: Purchase, number: number): Promise<ApiResponse | null> => {
    const { user, key, voucherId } = purchase
    const body = { voucherId, outletId: counter.outletId }
    const code = { method: 'POST', path: '/me/redemption-codes', token: world.tokenOf(user), key, body }
    while (Date.now() < state.giveUpAt) {
      const issued = await attempt((origin) => send(origin, code, HUNG_MS), number)
      if (issued === null) return null
      if (issued.status !== 201) return outcomeOf(purchase, number, issued.body?.error)
      const device = deviceFor(counter, number)
      const request = { method: 'POST', path: '/counter/redemptions', body: { code: issued.body.code } }
      const response = await attempt((origin) => sendAs(counter, device, origin, request), number)
      if (response?.status === 201) record.acknowledged.set(key, response.body.id)
      if (response === null || response.status === 201) return response
      // The device was revoked, the request was repeated for too long, or the merchant has moved and left its codes behind. The
      // next code can still be confirmed.
      const isOpen =
        response.status === 401 ||
        ['code_expired', 'code_held', 'code_not_found'].includes(response.body?.error)
      if (!isOpen) return outcomeOf(purchase, number, response.body?.error)
      await sleep(RESEND_MS)
    }
    return null
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return {
    record,
    async end(graceMs) {
      state.isOver = true
      state.giveUpAt = Date.now() + graceMs
      await running
    },
  }
}

function deviceFor({ devices }: Counter, number: number): Device {
  const open = devices.filter(({ revokedAtMs }) => revokedAtMs === null)
  return open[number % open.length] as Device
}
