import type { getRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import type { ResponseBody } from '../api/call.ts'

export type Redemption = ResponseBody<typeof getRedemption>
