import type { getPartner } from '@counterfoil/contract/admin/partners.ts'
import type { Answered } from '../api/call.ts'

export type Partner = Answered<typeof getPartner>
