import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiResponse, PIN, type Request, send, type World } from './partner-world.ts'

export type MixedLoad = {
  origins: string[]
  clients: number
  requests: number
  timeoutMs: number
  /** Between two requests of a client. */
  pauseMs?: number
  /** Ends the load before it has sent all requests. */
  isOver?: () => boolean
}

export type MixedLoadReport = {
  sent: number
  seconds: number
  /** Requests by kind and status: `redemption 201`. */
  responses: Map<string, number>
  /** Requests without a response in time. */
  hung: string[]
  /** Responses that this load must not get: a 5xx, a 429, a replay with another id. */
  wrong: string[]
  /** The ids of redemptions that were answered 201, by idempotency key. */
  redeemed: Map<string, string>
  /** How long these redemptions took, without the warm-up. */
  redemptionMs: number[]
  /** Claims that were answered 201. */
  claimed: number
}

/** The load stops at this many hung requests: each one blocks its client until the timeout. */
const MAX_HUNG = 100
const EXPECTED_REFUSALS = new Set(['limit_reached', 'global_cap_reached', 'codes_exhausted'])
/** The first requests meet cold caches and new connections. Their times are not counted (at most a quarter of all). */
const WARM_UP = 1000
const CLAIMABLE = 8
const CODES = 1000

type Vouchers = { redeemable: string[]; claimable: string[]; pool: string }
type Kind = 'redemption' | 'browse' | 'me' | 'claim' | 'favorite' | 'admin'
type Turn = { kind: Kind; request: Request; key?: string; judge?: (response: ApiResponse) => void }

/** Of 100 requests: 40 redeem, 20 browse, 19 read under /me, 10 claim, 10 change favorites, 1 writes as admin. */
function kindOf(turn: number): Kind {
  const place = (turn * 37) % 100
  if (place < 40) return 'redemption'
  if (place < 60) return 'browse'
  if (place < 79) return 'me'
  if (place < 89) return 'claim'
  return place < 99 ? 'favorite' : 'admin'
}

export async function openVouchers(world: World): Promise<Vouchers> {
  const instant = { claimFlow: 'INSTANT', redemptionCount: 2 }
  const codes = Array.from({ length: CODES }, (_, n) => `CODE-${n}`)
  const pool = await world.offer('From a pool', { ...instant, codeSource: 'MANUAL' }, codes)
  const redeemable = [
    await world.offer('Plain', instant),
    await world.offer('Made codes', { ...instant, codeSource: 'AUTO', cycle: 'MONTHLY' }),
    pool,
    await world.offer('Capped', { ...instant, globalRedemptionCap: CODES }),
  ]
  const claimable: string[] = []
  for (let n = 0; n < CLAIMABLE; n += 1) claimable.push(await world.offer(`Wallet ${n}`, {}))
  return { redeemable, claimable, pool }
}

/** All clients together send `requests`; each client waits for a response before its next request. */
export async function runMixedLoad(
  world: World,
  vouchers: Vouchers,
  { origins, clients, requests, timeoutMs, pauseMs = 0, isOver = () => false }: MixedLoad,
): Promise<MixedLoadReport> {
  const report: MixedLoadReport = {
    ...{ sent: 0, seconds: 0, responses: new Map(), hung: [], wrong: [] },
    ...{ redeemed: new Map(), redemptionMs: [], claimed: 0 },
  }
  const next = turnsOf(world, vouchers, report)
  const started = performance.now()
  const client = async () => {
    while (report.sent < requests && report.hung.length < MAX_HUNG && !isOver()) {
      const number = report.sent
      report.sent += 1
      const turn = next(number)
      const origin = origins[number % origins.length] as string
      const isWarm = number >= Math.min(WARM_UP, requests / 4)
      record(report, turn, await send(origin, turn.request, timeoutMs), isWarm)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  report.seconds = (performance.now() - started) / 1000
  return report
}

function record(report: MixedLoadReport, turn: Turn, response: ApiResponse, isWarm: boolean): void {
  const { kind, request, key, judge } = turn
  const { status, body, ms } = response
  const error: string = body?.error ?? ''
  const label = `${kind} ${response.timedOut ? 'no response' : status || 'cut off'}${error && ` ${error}`}`
  report.responses.set(label, (report.responses.get(label) ?? 0) + 1)
  const what = `${request.method ?? 'GET'} ${request.path} ${key ?? ''}: ${label}`
  if (status === 0) report.hung.push(what)
  else if (status >= 300 && !(kind === 'redemption' && EXPECTED_REFUSALS.has(error))) report.wrong.push(what)
  if (kind === 'redemption' && status === 201) {
    if (isWarm) report.redemptionMs.push(ms)
    const before = report.redeemed.get(key ?? '')
    if (before && before !== body.id) report.wrong.push(`${what}: redeemed as ${before} and as ${body.id}`)
    report.redeemed.set(key ?? '', body.id)
  }
  if (kind === 'claim' && status === 201) report.claimed += 1
  judge?.(response)
}

function turnsOf(world: World, vouchers: Vouchers, report: MixedLoadReport): (number: number) => Turn {
  const count = { redemption: 0, browse: 0, me: 0, claim: 0, favorite: 0, admin: 0 }
  const drafts: string[] = []
  const make: Record<Kind, (n: number) => Turn> = {
    redemption: (n) => redemption(world, vouchers, n, report),
    browse: (n) => ({
      kind: 'browse',
      request: { path: browsed(world, n), token: world.tokenOf(`b${n % 300}`) },
    }),
    me: (n) => {
      const path = ['/me', '/me/claims', '/me/redemptions', '/me/favorites'][n % 4] as string
      return { kind: 'me', request: { path, token: world.tokenOf(`u${n % 500}`) } }
    },
    claim: (n) => {
      const body = { voucherId: vouchers.claimable[n % CLAIMABLE] }
      const token = world.tokenOf(`u${Math.floor(n / 2)}`)
      return { kind: 'claim', request: { method: 'POST', path: '/me/claims', token, body } }
    },
    favorite: (n) => favorite(world, n),
    admin: (n) => adminWrite(world, vouchers, drafts, n),
  }
  return (number) => {
    const kind = kindOf(number)
    const turn = make[kind](count[kind])
    count[kind] += 1
    return turn
  }
}

/** Four redemptions for each user: five per minute are allowed. Every 25th repeats an earlier request. */
function redemption(
  { tokenOf, merchants }: World,
  { redeemable }: Vouchers,
  n: number,
  report: MixedLoadReport,
): Turn {
  const r = n % 25 === 24 && report.redeemed.has(`key-${n - 124}`) ? n - 124 : n
  const body = { voucherId: redeemable[r % redeemable.length], outletId: merchants[0]?.outletId, pin: PIN }
  const key = `key-${r}`
  const token = tokenOf(`r${Math.floor(r / 4)}`)
  return { kind: 'redemption', key, request: { method: 'POST', path: '/me/redemptions', token, key, body } }
}

function browsed({ merchants }: World, n: number): string {
  const { id } = merchants[n % merchants.length] as { id: string }
  return ['/merchants?lat=4.6&lng=101.1', `/merchants/${id}`, `/merchants/${id}/vouchers`][n % 3] as string
}

/** Few users favorite the first merchant: its vouchers are published, and their fan-out must not dominate the load. */
function favorite({ merchants, tokenOf }: World, n: number): Turn {
  const merchantId = merchants[n % 20 === 0 ? 0 : 1 + (n % (merchants.length - 1))]?.id
  const token = tokenOf(`f${n % 400}`)
  const request: Request =
    n % 3 === 2
      ? { method: 'DELETE', path: `/me/favorites/${merchantId}`, token }
      : { method: 'POST', path: '/me/favorites', token, body: { merchantId } }
  return { kind: 'favorite', request }
}

function adminWrite({ merchants }: World, { pool }: Vouchers, drafts: string[], n: number): Turn {
  const turn = (method: string, path: string, body: object): Turn => ({
    ...{ kind: 'admin', request: { method, path, body } },
  })
  const draft = n % 4 === 3 ? drafts.shift() : undefined
  if (draft) return turn('POST', `/admin/vouchers/${draft}/publish`, {})
  if (n % 4 === 2) {
    const voucher = { title: `Offer ${n}`, imagePath: 'https://example.com/offer.jpg' }
    return {
      ...turn('POST', `/admin/merchants/${merchants[0]?.id}/vouchers`, voucher),
      judge: ({ status, body }) => void (status === 201 && drafts.push(body.id)),
    }
  }
  if (n % 4 === 1) return turn('POST', `/admin/vouchers/${pool}/codes`, { codes: [`MORE-${n}`] })
  return turn('PATCH', `/admin/merchants/${merchants[1]?.id}`, { description: `Change ${n}` })
}
