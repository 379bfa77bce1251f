import type { Role } from '@counterfoil/contract/route.ts'

export const ROLE_WORDS: Record<Role, string> = {
  admin: 'admin',
  support: 'support',
  merchant: 'merchant',
  partner: 'partner',
}
