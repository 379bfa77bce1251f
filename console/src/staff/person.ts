import type { listStaff } from '@counterfoil/contract/admin/staff.ts'
import { inviteStaffMember } from '@counterfoil/contract/session/sign-in.ts'
import { call, type ResponseBody } from '../api/call.ts'

export type Person = ResponseBody<typeof listStaff>['items'][number]
export type SignInLink = { person: Pick<Person, 'name'>; url: string; expiresAt: string; emailed: boolean }

/** What is open on top of the list. */
export type StaffDialog =
  | { kind: 'invite' }
  | { kind: 'edit' | 'reset' | 'deactivate'; person: Person }
  | { kind: 'link'; link: SignInLink }

/** A link for a person who has not chosen a password yet. */
export async function createInvite(person: Pick<Person, 'id' | 'name'>): Promise<SignInLink> {
  return { person, ...(await call(inviteStaffMember, { params: { id: person.id } })) }
}

export function stateOf({ isActive, isInvited }: Person): 'active' | 'invited' | 'inactive' {
  if (isInvited) return 'invited'
  return isActive ? 'active' : 'inactive'
}
