import { setTimeout as sleep } from 'node:timers/promises'
import { type Body, PIN, type Shop } from './shop.ts'

export type Kind = 'redeem' | 'browse' | 'me' | 'readyz'
/** `cut`: the connection broke. `none`: no response came before we stopped waiting. */
export type Status = number | 'cut' | 'none'
/** Times are from `performance.now()`, in ms. */
export type TimedResponse = { kind: Kind; sentAt: number; answeredAt: number; status: Status }
export type Acknowledgement = { id: string; code: string | null }

export type Traffic = {
  responses: TimedResponse[]
  /** Every redemption acknowledged with 201, by idempotency key. */
  acknowledgements: Map<string, Acknowledgement>
  /** Idempotency keys that were answered with two different redemptions. */
  contradictions: string[]
  /** Resolves when every call was answered or abandoned. */
  stop(): Promise<void>
}

export type Target = { origin: string; shop: Shop; vouchers: string[] }

/** A client retries after this. The earlier request is still awaited, to measure its response. */
const RESEND_MS = 5_000
const GIVE_UP_MS = 12_000
const LAST_ANSWERS_MS = 7_000
const PROBE_MS = 250
const READYZ_MS = 500

type Load = Target & {
  name: string
  isOver: boolean
  abort: AbortController
  pending: Set<Promise<Status>>
  traffic: Omit<Traffic, 'stop'>
}

/** Each client sends one redemption after the other. A few browse, /me and /readyz?for=writes calls run beside them. */
export function startTraffic(target: Target, name: string, clients: number): Traffic {
  const traffic = { responses: [], acknowledgements: new Map(), contradictions: [] }
  const load: Load = {
    ...target,
    ...{ name, isOver: false, abort: new AbortController(), pending: new Set(), traffic },
  }
  const authorization = `Bearer ${target.shop.mint(`${name}-reader`)}`
  const timers = [
    setInterval(() => get(load, 'browse', '/merchants', authorization), PROBE_MS),
    setInterval(() => get(load, 'me', '/me', authorization), PROBE_MS),
    setInterval(() => get(load, 'readyz', '/readyz?for=writes'), READYZ_MS),
  ]
  const redeemers = Array.from({ length: clients }, (_, i) => redeemForever(load, `${name}-${i}`))
  const stop = async () => {
    load.isOver = true
    for (const timer of timers) clearInterval(timer)
    const lastResponses = Promise.all([...redeemers, ...load.pending])
    await Promise.race([lastResponses, sleep(LAST_ANSWERS_MS, null, { ref: false })])
    load.abort.abort()
    await lastResponses
  }
  return { ...traffic, stop }
}

async function redeemForever(load: Load, client: string): Promise<void> {
  for (let i = 0; !load.isOver; i += 1) {
    await redeemUntilAnswered(load, `${client}-${i}`, i)
    await sleep(50)
  }
}

/** Each redemption has its own user and key, so neither quotas nor attempt limits apply. */
async function redeemUntilAnswered(load: Load, key: string, i: number): Promise<void> {
  const { shop, vouchers } = load
  const headers = {
    authorization: `Bearer ${shop.mint(key)}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const voucherId = vouchers[i % vouchers.length]
  const body = JSON.stringify({ voucherId, outletId: shop.outletId, pin: PIN })
  while (!load.isOver) {
    const response = call(load, 'redeem', '/me/redemptions', { method: 'POST', headers, body }, (redeemed) =>
      acknowledge(load, key, redeemed),
    )
    const status = await Promise.race([response, sleep(RESEND_MS, 'none' as const, { ref: false })])
    if (typeof status === 'number' && status !== 503) return
    await sleep(150 + Math.random() * 150)
  }
}

function acknowledge({ traffic }: Load, key: string, { id, code }: Acknowledgement): void {
  const before = traffic.acknowledgements.get(key)
  if (before && (before.id !== id || before.code !== code)) {
    traffic.contradictions.push(`${key} was answered ${before.id} ${before.code}, then ${id} ${code}`)
  }
  traffic.acknowledgements.set(key, { id, code })
}

function get(load: Load, kind: Kind, path: string, authorization?: string): void {
  void call(load, kind, path, { headers: authorization ? { authorization } : {} })
}

/** Makes one call and records it. Never rejects. */
function call(
  load: Load,
  kind: Kind,
  path: string,
  init: RequestInit,
  onCreated?: (body: Body) => void,
): Promise<Status> {
  const sentAt = performance.now()
  const ask = async (): Promise<Status> => {
    const signal = AbortSignal.any([load.abort.signal, AbortSignal.timeout(GIVE_UP_MS)])
    try {
      const response = await fetch(`${load.origin}${path}`, { ...init, signal })
      const body = await response.text()
      if (response.status === 201) onCreated?.(JSON.parse(body))
      return response.status
    } catch {
      return signal.aborted ? 'none' : 'cut'
    }
  }
  const response = ask().then((status) => {
    load.pending.delete(response)
    load.traffic.responses.push({ kind, sentAt, answeredAt: performance.now(), status })
    return status
  })
  load.pending.add(response)
  return response
}

/** Whether the node works: makes one call of each kind. */
export async function answersAll(target: Target, name: string): Promise<boolean> {
  const traffic = startTraffic(target, name, 1)
  await sleep(1.2 * PROBE_MS)
  await traffic.stop()
  return (['redeem', 'browse', 'me'] as const).every((kind) =>
    traffic.responses.some((response) => response.kind === kind && isSuccess(response)),
  )
}

export function isSuccess({ kind, status }: TimedResponse): boolean {
  return status === (kind === 'redeem' ? 201 : 200)
}
