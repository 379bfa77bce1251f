import * as contract from '@counterfoil/contract/consumer/redemptions.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withVerifyCode } from '../../platform/verification-code.ts'
import type { Consumer } from '../actors/consumer.ts'
import {
  chooseLanguage,
  chooseLanguageOfRedemption,
  type LanguagesDeps,
  languageHeaders,
} from '../languages/content-language.ts'
import { listOfUser } from '../users/list-of-user.ts'
import { listRedemptionsOfUser } from './consumer-queries.ts'
import { previewRedemption } from './preview.ts'
import { type RedeemingDeps, redeem } from './redeem.ts'
import { viewRedemptionByKey } from './redemption-by-key.ts'
import { showTranslated } from './show-redemption.ts'
import { translateRedemption } from './translate-redemption.ts'

export function redemptionsRoutes(serve: Serve<Consumer>, deps: RedeemingDeps & LanguagesDeps): void {
  serve(contract.redeemVoucher, async (input, consumer) => {
    const languageRequest = { lang: input.query.lang, acceptLanguage: input.acceptLanguage }
    const choosing = chooseLanguageOfRedemption(deps, consumer.partner, languageRequest)
    const outcome = await redeem(deps, consumer, input)
    if (outcome instanceof Refusal) return outcome
    const language = await choosing
    const { redemption, translations } = outcome
    const shown =
      language === null ? redemption : translateRedemption({ ...redemption, ...translations }, language)
    return respond(201, withVerifyCode(deps.vault, shown), {
      ...languageHeaders(language),
      ...(outcome.isReplay && { 'idempotency-replayed': 'true' }),
    })
  })

  serve(contract.listMyRedemptions, async (input, consumer) =>
    listOfUser(deps, consumer, input, {
      path: '/me/redemptions',
      fetch: (sql, userId, page, language) => listRedemptionsOfUser(sql, userId, page, language !== null),
      keyOf: ({ redeemedAt, id }) => ({ time: redeemedAt, id }),
      show: (redemption, language) => showTranslated(deps.vault, redemption, language),
    }),
  )

  serve(contract.viewRedemptionByKey, async ({ params, query, acceptLanguage }, consumer) => {
    const language = await chooseLanguage(deps, consumer.partner, { lang: query.lang, acceptLanguage })
    const found = await viewRedemptionByKey(deps, consumer, params.key, language !== null)
    if (found instanceof Refusal) return found
    return respond(200, showTranslated(deps.vault, found, language), languageHeaders(language))
  })

  serve(contract.previewRedemption, async ({ body }, consumer) =>
    respond(200, await previewRedemption(deps, consumer, body)),
  )
}
