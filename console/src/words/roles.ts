import type { Role } from '@counterfoil/contract/define-route.ts'

export const ROLE_WORDS: Record<Role, string> = {
  admin: 'admin',
  support: 'support',
  merchant: 'merchant',
  partner: 'partner',
}
