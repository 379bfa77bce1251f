/** A screen and its parameters. address.ts gives its address; filters and names are only in the history state. */
export type Route =
  | ({ screen: 'home' } & HomeFilter)
  /** With the name, if known, so that the heading is right from the start. */
  | { screen: 'merchant'; id: string; name?: string }
  | { screen: 'voucher'; id: string }
  | ({ screen: 'wallet'; view?: 'history' } & WalletFilter)
  | { screen: 'redemption'; id: string }
  /** `chosenAt` is the history entry where the outlet was chosen. With the redemption, once there is one. */
  | { screen: 'redeem'; voucherId: string; outletId?: string; chosenAt?: string; redemptionId?: string }

export type HomeFilter = {
  only?: 'featured' | 'new' | 'near' | 'favorites' | undefined
  category?: string | undefined
  subCategoryId?: string | undefined
  search?: string | undefined
}

export type WalletFilter = { isNear?: boolean | undefined; merchantId?: string | undefined }

export const HOME: Route = { screen: 'home' }
