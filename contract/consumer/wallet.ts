import { routesOf } from '../define-route.ts'
import { Claim, WalletEntry } from '../shapes/claim.ts'
import { Favorite, FavoriteMerchant } from '../shapes/favorite.ts'
import { MerchantId, VoucherId } from '../shapes/ids.ts'
import { LANGUAGE_NOTE, LanguageQuery } from '../shapes/translations.ts'
import { Type } from '../shapes/type.ts'
import { Me } from '../shapes/user.ts'
import { Wallet } from '../shapes/wallet.ts'
import { BOTH_OR_NEITHER, Cursor, ListQuery, PAGING_NOTE, PathId, PositionQuery } from './shapes.ts'

const defineRoute = routesOf('consumer', 'Wallet')

export const viewMe = defineRoute({
  id: 'viewMe',
  method: 'GET',
  path: '/me',
  summary: 'Get the current user and the partner’s brand',
  description:
    'Creates the user on the first request with a valid token. `email` and `displayName` are null if unknown. ' +
    'A `displayName` claim in the token takes precedence over the stored name.',
  responses: { 200: { description: 'The user.', body: Me } },
  errors: ['user_not_found', 'maintenance'],
})

export const MAX_WALLET_PAGE = 200

export const listWallet = defineRoute({
  id: 'listWallet',
  method: 'GET',
  path: '/me/wallet',
  summary: 'List the user’s claims in the order to show, with all details',
  description: [
    'Returns what a list of claims and the screens of their vouchers need, however many claims there are. Usable ' +
      'vouchers come first, then the groups FAVORITES_ONLY, LATER, USED_UP and ENDED. In each group the soonest end ' +
      'comes first; in LATER the soonest start; in ENDED expired vouchers, then withdrawn ones, each newest claim first. ' +
      'A claim stays in the list, as in `GET /me/claims`.',
    'The response is not cached. Its `etag` changes with the items, not with `asOf`: an app that keeps the wallet can ' +
      'compare it with its own copy. If a voucher is redeemed between two pages, it may be on both.',
    LANGUAGE_NOTE,
  ].join('\n\n'),
  query: Type.Object(
    {
      ...PositionQuery,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_WALLET_PAGE,
          description: `The page size. Without it, ${MAX_WALLET_PAGE}.`,
        }),
      ),
      cursor: Cursor('The `next` of the previous page.'),
      ...LanguageQuery,
    },
    BOTH_OR_NEITHER,
  ),
  responses: { 200: { description: 'One page of the wallet.', body: Wallet } },
  hasEtag: true,
  errors: ['user_not_found', 'maintenance'],
})

export const listClaims = defineRoute({
  id: 'listClaims',
  method: 'GET',
  path: '/me/claims',
  summary: 'List the user’s claims, newest first',
  description: `${LANGUAGE_NOTE} ${PAGING_NOTE}`,
  query: Type.Object({ ...ListQuery, ...LanguageQuery }),
  responses: { 200: { description: 'The user’s claims.', body: Type.Array(WalletEntry) } },
  errors: ['user_not_found', 'maintenance'],
})

export const claimVoucher = defineRoute({
  id: 'claimVoucher',
  method: 'POST',
  path: '/me/claims',
  summary: 'Add a voucher to the wallet',
  description:
    'Only for vouchers with claimFlow WALLET. Safe to repeat: a second request returns the first claim. Emits ' +
    'CLAIM_CREATED.',
  body: Type.Object({ voucherId: VoucherId }, { title: 'ClaimRequest' }),
  responses: {
    200: {
      description: 'Already claimed: the original claim, even if the voucher is no longer live.',
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
  summary: 'List the user’s favorite merchants, newest first',
  description: `${LANGUAGE_NOTE} ${PAGING_NOTE}`,
  query: Type.Object({ ...ListQuery, ...LanguageQuery }),
  responses: { 200: { description: 'The favorites.', body: Type.Array(FavoriteMerchant) } },
  errors: ['user_not_found', 'maintenance'],
})

export const addFavorite = defineRoute({
  id: 'addFavorite',
  method: 'POST',
  path: '/me/favorites',
  summary: 'Add a merchant to the favorites',
  description:
    'The partner then gets VOUCHER_PUBLISHED events for this user and merchant, and the user can redeem the ' +
    'merchant’s favoritesOnly vouchers. Safe to repeat.',
  body: Type.Object({ merchantId: MerchantId }, { title: 'FavoriteRequest' }),
  responses: {
    200: { description: 'Already a favorite.', body: Favorite },
    201: { description: 'Added.', body: Favorite },
  },
  errors: ['user_not_found', 'merchant_not_found', 'merchant_out_of_scope', 'merchant_inactive'],
})

export const removeFavorite = defineRoute({
  id: 'removeFavorite',
  method: 'DELETE',
  path: '/me/favorites/{merchantId}',
  summary: 'Remove a merchant from the favorites',
  description:
    'Safe to repeat. A favorite is removed even if its merchant is no longer in the partner’s scope. ' +
    '`merchant_out_of_scope` means that the merchant is out of scope and was not a favorite.',
  params: Type.Object({ merchantId: PathId }),
  responses: { 204: { description: 'The merchant is not (or no longer) a favorite.', body: null } },
  errors: ['user_not_found', 'merchant_out_of_scope'],
})
