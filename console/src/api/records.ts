import type { getDelivery } from '@counterfoil/contract/admin/deliveries.ts'
import type { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import type { getOutlet } from '@counterfoil/contract/admin/outlets.ts'
import type { getPartner } from '@counterfoil/contract/admin/partners.ts'
import type { getRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import type { listRefusals } from '@counterfoil/contract/admin/refusals.ts'
import type { getUser } from '@counterfoil/contract/admin/users.ts'
import type { listSignInMethods } from '@counterfoil/contract/session/single-sign-on.ts'
import type { ResponseBody } from './call.ts'

// The records that several screens show, as the service responds with them.
export type DeliveryRecord = ResponseBody<typeof getDelivery>
export type Merchant = ResponseBody<typeof getMerchant>
export type Outlet = ResponseBody<typeof getOutlet>
export type Partner = ResponseBody<typeof getPartner>
export type Redemption = ResponseBody<typeof getRedemption>
export type Refusal = ResponseBody<typeof listRefusals>['items'][number]
/** The ways to sign in that this installation offers. */
export type SignInMethods = ResponseBody<typeof listSignInMethods>
export type User = ResponseBody<typeof getUser>
