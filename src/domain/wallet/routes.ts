import * as contract from '@counterfoil/contract/consumer/wallet.ts'
import { getReminder } from '@counterfoil/contract/public/calendar.ts'
import { respond, SerializedJson, type Serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import { translate } from '../languages/translate.ts'
import type { UsersDeps } from '../users/current-user.ts'
import { listOfUser } from '../users/list-of-user.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { claimVoucher } from './claims.ts'
import { addFavorite, removeFavorite } from './favorites.ts'
import { listWallet } from './list-wallet.ts'
import { listClaims, listFavorites } from './queries.ts'
import { writeReminder } from './reminder.ts'

/** Phones offer to add an inline file to their calendar. Browsers download it under this name. */
const CALENDAR_HEADERS = {
  'content-type': 'text/calendar; charset=utf-8',
  'content-disposition': 'inline; filename="voucher.ics"',
  'cache-control': 'no-cache',
}

/** A calendar file is public: the phone opens it outside the webview, without a token. */
export function calendarRoutes(serve: Serve<unknown>, deps: Runtime & CatalogDeps): void {
  serve(getReminder, async ({ params, query, acceptLanguage }) => {
    const file = await writeReminder(deps, params.voucherId, { lang: query.lang, acceptLanguage })
    return respond(200, file, CALENDAR_HEADERS)
  })
}

export function walletRoutes(serve: Serve<Consumer>, deps: UsersDeps & CatalogDeps & EventsDeps): void {
  serve(contract.claimVoucher, async ({ body }, consumer) => {
    const result = await claimVoucher(deps, consumer, body.voucherId)
    if (result instanceof Refusal) return result
    return result.isNew ? respond(201, result.claim) : respond(200, result.claim)
  })

  serve(contract.listClaims, async (input, consumer) =>
    listOfUser(deps, consumer, input, {
      path: '/me/claims',
      fetch: listClaims,
      keyOf: ({ claimedAt, id }) => ({ time: claimedAt, id }),
      show: ({ translations, ...claim }, language) => {
        const { title } = translate({ title: claim.voucherTitle, translations }, language)
        return { ...claim, voucherTitle: title }
      },
    }),
  )

  serve(contract.listWallet, async ({ query, acceptLanguage }, consumer) => {
    const wallet = await listWallet(deps, consumer, query, { lang: query.lang, acceptLanguage })
    if (wallet instanceof Refusal) return wallet
    return respond(200, SerializedJson.as<never>(wallet.json), wallet.headers)
  })

  serve(contract.addFavorite, async ({ body }, consumer) => {
    const result = await addFavorite(deps, consumer, body.merchantId)
    if (result instanceof Refusal) return result
    return result.isNew ? respond(201, result) : respond(200, result)
  })

  serve(contract.listFavorites, async (input, consumer) =>
    listOfUser(deps, consumer, input, {
      path: '/me/favorites',
      fetch: listFavorites,
      keyOf: ({ favoritedAt, merchantId }) => ({ time: favoritedAt, id: merchantId }),
      show: translate,
    }),
  )

  serve(contract.removeFavorite, async ({ params }, consumer) =>
    respond(204, await removeFavorite(deps, consumer, params.merchantId)),
  )
}
