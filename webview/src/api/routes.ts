import type {
  browseMerchants,
  viewBranding,
  viewHome,
  viewMerchant,
  viewMerchantScreen,
  viewVoucherScreen,
} from '@counterfoil/contract/consumer/browse.ts'
import type { issueRedemptionCode } from '@counterfoil/contract/consumer/redemption-codes.ts'
import type {
  listMyRedemptions,
  previewRedemption,
  redeemVoucher,
  viewRedemptionByKey,
} from '@counterfoil/contract/consumer/redemptions.ts'
import type { searchCatalog } from '@counterfoil/contract/consumer/search.ts'
import type {
  addFavorite,
  claimVoucher,
  listFavorites,
  listWallet,
  removeFavorite,
} from '@counterfoil/contract/consumer/wallet.ts'
import type { Input, Output, Route } from '@counterfoil/contract/define-route.ts'

type Called =
  | typeof addFavorite
  | typeof browseMerchants
  | typeof claimVoucher
  | typeof issueRedemptionCode
  | typeof listFavorites
  | typeof listMyRedemptions
  | typeof listWallet
  | typeof previewRedemption
  | typeof redeemVoucher
  | typeof removeFavorite
  | typeof searchCatalog
  | typeof viewBranding
  | typeof viewHome
  | typeof viewMerchant
  | typeof viewMerchantScreen
  | typeof viewRedemptionByKey
  | typeof viewVoucherScreen

/** Checked against the contract by types only: the schemas stay out of the bundle, and a changed path breaks the build. */
export const ROUTES: { [R in Called as R['id']]: `${R['method']} ${R['path']}` } = {
  addFavorite: 'POST /me/favorites',
  browseMerchants: 'GET /merchants',
  claimVoucher: 'POST /me/claims',
  issueRedemptionCode: 'POST /me/redemption-codes',
  listFavorites: 'GET /me/favorites',
  listMyRedemptions: 'GET /me/redemptions',
  listWallet: 'GET /me/wallet',
  previewRedemption: 'POST /me/redemptions/preview',
  redeemVoucher: 'POST /me/redemptions',
  removeFavorite: 'DELETE /me/favorites/{merchantId}',
  searchCatalog: 'GET /search',
  viewBranding: 'GET /branding',
  viewHome: 'GET /home',
  viewMerchant: 'GET /merchants/{id}',
  viewMerchantScreen: 'GET /merchants/{id}/screen',
  viewRedemptionByKey: 'GET /me/redemptions/by-key/{key}',
  viewVoucherScreen: 'GET /vouchers/{id}/screen',
}

export type RouteId = Called['id']
type ById<Id extends RouteId> = Extract<Called, { id: Id }>

type Given<T> = T extends undefined ? never : T
type Asked<R extends Route> = {
  [K in 'params' | 'body' as Input<R>[K] extends undefined ? never : K]: Given<Input<R>[K]>
} & { query?: Given<Input<R>['query']> }
/** The route's params, query and body, where it has them. */
export type InputOf<Id extends RouteId> = Asked<ById<Id>>
export type BodyOf<Id extends RouteId> = Extract<Output<ById<Id>>, { status: 200 | 201 | 204 }>['body']

export type Branding = BodyOf<'viewBranding'>
export type Claim = BodyOf<'claimVoucher'>
export type Category = BodyOf<'viewHome'>['categories'][number]
export type Home = BodyOf<'viewHome'>
export type Merchant = BodyOf<'browseMerchants'>[number]
export type MerchantWithOutlets = BodyOf<'viewMerchant'>
export type Outlet = MerchantWithOutlets['outlets'][number]
export type Preview = BodyOf<'previewRedemption'>
export type Redemption = BodyOf<'redeemVoucher'>
export type Supply = BodyOf<'viewVoucherScreen'>['voucher']['supply']
export type Voucher = Omit<BodyOf<'viewVoucherScreen'>['voucher'], 'supply'>
export type WalletItem = BodyOf<'listWallet'>['items'][number]
