import { HIDDEN_FIELDS } from '@counterfoil/contract/capabilities.ts'
import type { Role, Route } from '@counterfoil/contract/define-route.ts'
import { useSyncExternalStore } from 'react'
import { getSessionState, type Session, type SessionState, subscribeToSession } from './session-store.ts'

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribeToSession, getSessionState)
}

export function useSession(): Session {
  const state = useSessionState()
  if (state.status !== 'signed-in') throw new Error('a screen is open without a session')
  return state.session
}

/** The only merchant of the signed-in person. Null for a person with several merchants, or with none. */
export function useOnlyMerchant(): string | null {
  const { merchantIds } = useSession()
  return merchantIds?.length === 1 ? (merchantIds[0] ?? null) : null
}

/** Whether the person belongs to the operator, and not to a merchant or a partner. */
export function useIsOperator(): boolean {
  const { merchantIds, partnerId } = useSession()
  return merchantIds === null && partnerId === null
}

export function mayCall(role: Role, { roles }: Pick<Route, 'roles'>): boolean {
  return roles?.includes(role) ?? true
}

/** Whether the role of the signed-in person sees a field of records, as the contract says. */
export function useSees(): (field: string) => boolean {
  const { role } = useSession()
  return (field) => !HIDDEN_FIELDS[role]?.includes(field)
}

/** Whether the role of the signed-in person may call a route: the contract says so. Hide what it may never do. */
export function useCan(): (route: Pick<Route, 'roles'>) => boolean {
  const { role } = useSession()
  return (route) => mayCall(role, route)
}
