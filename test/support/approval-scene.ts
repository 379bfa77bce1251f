import { expect } from 'vitest'
import { heldToContract } from './conformity.ts'
import type { ApiResponse, Call, Harness } from './harness.ts'
import { openMarket } from './market.ts'
import { OWN, openStaffScene, withCookie } from './staff-scene.ts'

export type Person = Call & { id: string; cookie: string }

/** An installation with two admins, whose changes need approval. */
export async function openApprovalScene(harness: Harness) {
  const admin = heldToContract(harness.served, harness.admin)
  const { member, visitor } = openStaffScene(harness)
  const person = async (changes: object): Promise<Person> => {
    const { id, cookie } = await member(changes)
    const call: Call = (method, path, body, headers = {}) =>
      visitor(method, path, body, withCookie(cookie, { ...OWN, ...headers }))
    return Object.assign(heldToContract(harness.served, call), { id, cookie })
  }
  const [aina, bala] = [
    await person({ role: 'admin', name: 'Aina' }),
    await person({ role: 'admin', name: 'Bala' }),
  ]
  const require = async () => {
    const { status, body } = await aina('PUT', '/admin/settings/approvals', { isRequired: true })
    expect([status, body.isRequired]).toEqual([200, true])
  }
  return {
    ...{ admin, aina, bala, person, market: openMarket(harness.admin), require },
    approve: (by: Call, { body: { id } }: ApiResponse, note?: string) =>
      by('POST', `/admin/approvals/${id}/approve`, note === undefined ? {} : { note }),
    reject: (by: Call, { body: { id } }: ApiResponse, note?: string) =>
      by('POST', `/admin/approvals/${id}/reject`, note === undefined ? {} : { note }),
  }
}
