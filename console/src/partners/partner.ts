import type { getPartner } from '@counterfoil/contract/admin/partners.ts'
import type { ResponseBody } from '../api/call.ts'

export type Partner = ResponseBody<typeof getPartner>
