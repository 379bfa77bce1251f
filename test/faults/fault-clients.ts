import { setTimeout as sleep } from 'node:timers/promises'
import { type Body, PIN, type Shop } from './shop.ts'

export type Kind = 'redeem' | 'browse' | 'me' | 'readyz'
/** `cut`: the connection broke. `none`: no answer came for as long as we waited. */
export type Status = number | 'cut' | 'none'
/** Times in ms of `performance.now()`. */
export type Answer = { kind: Kind; sentAt: number; answeredAt: number; status: Status }
export type Told = { id: string; code: string | null }

export type Traffic = {
  answers: Answer[]
  /** Every redemption that was acknowledged with 201, by its key. */
  told: Map<string, Told>
  /** One key that was told two different redemptions. */
  contradictions: string[]
  /** Resolves when every call has been answered or given up. */
  stop(): Promise<void>
}

export type Target = { origin: string; shop: Shop; vouchers: string[] }

/** A client sends again after this; the request before is still watched, so that its answer can be timed. */
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

/** `clients` redeem one after the other, beside a steady trickle of browse, /me and /readyz calls. */
export function startTraffic(target: Target, name: string, clients: number): Traffic {
  const traffic = { answers: [], told: new Map(), contradictions: [] }
  const load: Load = {
    ...target,
    ...{ name, isOver: false, abort: new AbortController(), pending: new Set(), traffic },
  }
  const authorization = `Bearer ${target.shop.mint(`${name}-reader`)}`
  const timers = [
    setInterval(() => get(load, 'browse', '/merchants', authorization), PROBE_MS),
    setInterval(() => get(load, 'me', '/me', authorization), PROBE_MS),
    setInterval(() => get(load, 'readyz', '/readyz'), READYZ_MS),
  ]
  const redeemers = Array.from({ length: clients }, (_, i) => redeemForever(load, `${name}-${i}`))
  const stop = async () => {
    load.isOver = true
    for (const timer of timers) clearInterval(timer)
    const lastAnswers = Promise.all([...redeemers, ...load.pending])
    await Promise.race([lastAnswers, sleep(LAST_ANSWERS_MS, null, { ref: false })])
    load.abort.abort()
    await lastAnswers
  }
  return { ...traffic, stop }
}

async function redeemForever(load: Load, client: string): Promise<void> {
  for (let i = 0; !load.isOver; i += 1) {
    await redeemUntilAnswered(load, `${client}-${i}`, i)
    await sleep(50)
  }
}

/** A user and a key of its own for each redemption: so neither quotas nor attempt limits get in the way. */
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
    const answer = call(load, 'redeem', '/me/redemptions', { method: 'POST', headers, body }, (redeemed) =>
      acknowledge(load, key, redeemed),
    )
    const status = await Promise.race([answer, sleep(RESEND_MS, 'none' as const, { ref: false })])
    if (typeof status === 'number' && status !== 503) return
    await sleep(150 + Math.random() * 150)
  }
}

function acknowledge({ traffic }: Load, key: string, { id, code }: Told): void {
  const before = traffic.told.get(key)
  if (before && (before.id !== id || before.code !== code)) {
    traffic.contradictions.push(`${key} was told ${before.id} ${before.code}, then ${id} ${code}`)
  }
  traffic.told.set(key, { id, code })
}

function get(load: Load, kind: Kind, path: string, authorization?: string): void {
  void call(load, kind, path, { headers: authorization ? { authorization } : {} })
}

/** One call, recorded. Never rejects. */
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
  const asked = ask().then((status) => {
    load.pending.delete(asked)
    load.traffic.answers.push({ kind, sentAt, answeredAt: performance.now(), status })
    return status
  })
  load.pending.add(asked)
  return asked
}

/** One call of each kind, once: whether the node works. */
export async function answersAll(target: Target, name: string): Promise<boolean> {
  const traffic = startTraffic(target, name, 1)
  await sleep(1.2 * PROBE_MS)
  await traffic.stop()
  return (['redeem', 'browse', 'me'] as const).every((kind) =>
    traffic.answers.some((answer) => answer.kind === kind && isSuccess(answer)),
  )
}

export function isSuccess({ kind, status }: Answer): boolean {
  return status === (kind === 'redeem' ? 201 : 200)
}
