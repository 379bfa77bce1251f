import type { getRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import type { Answered } from '../api/call.ts'

export type Redemption = Answered<typeof getRedemption>
