import { CAPABILITIES, type Capability } from './capabilities.ts'
import type { Role } from './define-route.ts'
import { ROUTES } from './routes.ts'

/** The roles of each capability, as its routes say. A test compares all routes of a capability. */
export const ROLE_MATRIX: readonly { capability: Capability; roles: readonly Role[] }[] = (
  Object.keys(CAPABILITIES) as Capability[]
).map((capability) => {
  const route = ROUTES.find(({ id }) => id === CAPABILITIES[capability][0])
  return { capability, roles: route?.roles ?? [] }
})
