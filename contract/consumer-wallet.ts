import Type from 'typebox'
import { Claim, WalletEntry } from './claim.ts'
import { ListQuery, PAGED, PathId } from './consumer-shapes.ts'
import { Favorite, FavoriteMerchant } from './favorite.ts'
import { MerchantId, VoucherId } from './ids.ts'
import { defineRoute } from './route.ts'
import { Me } from './user.ts'

const tag = 'Wallet'
const surface = 'consumer'

export const viewMe = defineRoute({
  id: 'viewMe',
  method: 'GET',
  path: '/me',
  surface,
  tag,
  summary: 'The current user and the partner’s brand',
  description:
    'Creates the user on the first request with a valid token. `email` and `displayName` are null ' +
    'when unknown; a `displayName` claim of the token goes before the stored one.',
  answers: { 200: { description: 'The user.', body: Me } },
  errors: ['user_not_found'],
})

export const listClaims = defineRoute({
  id: 'listClaims',
  method: 'GET',
  path: '/me/claims',
  surface,
  tag,
  summary: 'List the user’s claims, newest first',
  description: PAGED,
  query: Type.Object(ListQuery),
  answers: { 200: { description: 'The wallet.', body: Type.Array(WalletEntry) } },
  errors: ['user_not_found'],
})

export const claimVoucher = defineRoute({
  id: 'claimVoucher',
  method: 'POST',
  path: '/me/claims',
  surface,
  tag,
  summary: 'Add a voucher to the wallet',
  description:
    'For vouchers whose claimFlow is WALLET. Safe to repeat: a second claim is answered with the ' +
    'first. Emits CLAIM_CREATED.',
  body: Type.Object({ voucherId: VoucherId }, { title: 'ClaimRequest' }),
  answers: {
    200: {
      description: 'Claimed before: the original claim, whatever has become of the voucher since.',
      body: Claim,
    },
    201: { description: 'Claimed.', body: Claim },
  },
  errors: [
    'user_not_found',
    'voucher_not_found',
    'voucher_out_of_scope',
    'voucher_not_claimable',
    'voucher_inactive',
    'voucher_expired',
  ],
})

export const listFavorites = defineRoute({
  id: 'listFavorites',
  method: 'GET',
  path: '/me/favorites',
  surface,
  tag,
  summary: 'List the user’s favorite merchants, newest first',
  description: PAGED,
  query: Type.Object(ListQuery),
  answers: { 200: { description: 'The favorites.', body: Type.Array(FavoriteMerchant) } },
  errors: ['user_not_found'],
})

export const addFavorite = defineRoute({
  id: 'addFavorite',
  method: 'POST',
  path: '/me/favorites',
  surface,
  tag,
  summary: 'Favorite a merchant',
  description:
    'Safe to repeat. From now on the user gets VOUCHER_PUBLISHED events of the merchant and may ' +
    'redeem its favoritesOnly vouchers.',
  body: Type.Object({ merchantId: MerchantId }, { title: 'FavoriteRequest' }),
  answers: {
    200: { description: 'A favorite already.', body: Favorite },
    201: { description: 'Favorited.', body: Favorite },
  },
  errors: ['user_not_found', 'merchant_not_found', 'merchant_out_of_scope', 'merchant_inactive'],
})

export const removeFavorite = defineRoute({
  id: 'removeFavorite',
  method: 'DELETE',
  path: '/me/favorites/{merchantId}',
  surface,
  tag,
  summary: 'Unfavorite a merchant',
  description:
    'Safe to repeat. A favorite is removed even when its merchant has left the scope of the partner; 403 ' +
    'merchant_out_of_scope means that such a merchant was not a favorite.',
  params: Type.Object({ merchantId: PathId }),
  answers: { 204: { description: 'Not a favorite, whether or not it was one.', body: null } },
  errors: ['user_not_found', 'merchant_out_of_scope'],
})
