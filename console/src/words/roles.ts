import type { Role } from '@counterfoil/contract/define-route.ts'

export const ROLE_WORDS: Record<Role, string> = {
  admin: 'admin',
  support: 'support',
  viewer: 'viewer',
  merchant: 'merchant',
  partner: 'partner',
  'partner-support': 'partner support',
}
