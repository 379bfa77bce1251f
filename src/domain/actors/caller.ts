import type { Role } from '@counterfoil/contract/define-route.ts'

/** The one who acts in the back office. `merchantIds` and `partnerId` limit what a caller with that role can reach. */
export type Caller = {
  kind: 'key' | 'staff' | 'cli' | 'system'
  id: string | null
  name: string
  role: Role
  merchantIds: string[] | null
  partnerId: string | null
  /** The IP address, for calls over HTTP. */
  address?: string
}

/** What a staff member or an API key may do, and under which name. */
export type Rights = Pick<Caller, 'name' | 'role' | 'merchantIds' | 'partnerId'>

export const SYSTEM = adminCaller('system', 'counterfoil')
export const CLI = adminCaller('cli', 'counterfoil command')
export const ADMIN_KEY_FROM_ENVIRONMENT = adminCaller('key', 'ADMIN_API_KEY')

/** Whether the caller belongs to the operator of the service, and not to a merchant or a partner. */
export function isOfOperator({ merchantIds, partnerId }: Caller): boolean {
  return merchantIds === null && partnerId === null
}

function adminCaller(kind: Caller['kind'], name: string): Caller {
  return { kind, id: null, name, role: 'admin', merchantIds: null, partnerId: null }
}
