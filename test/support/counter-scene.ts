import { expect } from 'vitest'
import { heldToContract } from './conformity.ts'
import type { ApiResponse, Call, Harness } from './harness.ts'
import { cookieIn, OWN } from './staff-scene.ts'

type Body = ApiResponse['body']

/** A device of an outlet: what it sends, with its cookie and from our own page. */
export type CounterDevice = {
  id: string
  cookie: string
  call: Call
  read(code: string): Promise<ApiResponse>
  confirm(code: string): Promise<ApiResponse>
}

/** Devices of outlets, and the codes that phones show them. */
export function openCounter({ admin, as, served }: Pick<Harness, 'admin' | 'as' | 'served'>) {
  const visitor = heldToContract(served, as(undefined))
  const create = async (outletId: string, name = 'Tablet'): Promise<Body> => {
    const created = await admin('POST', `/admin/outlets/${outletId}/devices`, { name })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    return created.body
  }
  const connect = (url: string) =>
    visitor('POST', '/counter/session', { secret: url.split('#device=')[1] }, OWN)
  return {
    create,
    connect,
    async device(outletId: string): Promise<CounterDevice> {
      const { id, url } = await create(outletId)
      const cookie = cookieIn(await connect(url))
      const call: Call = (method, path, body, headers = OWN) =>
        visitor(method, path, body, { cookie, ...headers })
      return {
        ...{ id, cookie, call },
        read: (code) => call('POST', '/counter/read', { code }),
        confirm: (code) => call('POST', '/counter/redemptions', { code }),
      }
    },
  }
}

/** Requests a code for a user. */
export function issueCode(by: Call, key: string, body: object): Promise<ApiResponse> {
  return by('POST', '/me/redemption-codes', body, { 'idempotency-key': key })
}
