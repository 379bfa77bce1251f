import { issueRedemptionCode } from '@counterfoil/contract/consumer/redemption-codes.ts'
import * as contract from '@counterfoil/contract/counter/counter.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { Refusal, refuse, unlessRefused } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { withVerifyCode } from '../../platform/verification-code.ts'
import type { Consumer } from '../actors/consumer.ts'
import { chooseAmong, translateRedemption } from '../redemptions/translate-redemption.ts'
import type { Visitor } from '../staff/sessions/sessions.ts'
import type { UsersDeps } from '../users/current-user.ts'
import { type ConfirmingDeps, confirmCode, findConfirmed } from './confirm-code.ts'
import { deviceTokenCookie } from './device-cookie.ts'
import { addRedemption, type ConnectedDevice } from './device-queries.ts'
import { connectDevice } from './devices.ts'
import { issueCode } from './issue-code.ts'
import { readCode } from './read-code.ts'
import type { Taker } from './take-code.ts'
import { type CounterRedemptionRecord, listRedemptionsOfDevice } from './use-queries.ts'

export function redemptionCodeRoutes(serve: Serve<Consumer>, deps: UsersDeps): void {
  serve(issueRedemptionCode, async ({ body, idempotencyKey }, consumer) =>
    // The schema requires the key.
    respond(201, await issueCode(deps, consumer, idempotencyKey ?? '', body)),
  )
}

export function connectRoutes(serve: Serve<Visitor>, deps: Runtime): void {
  serve(contract.connectDevice, async ({ body }, { isLocalHttp }) =>
    unlessRefused(await connectDevice(deps, body.secret), ({ token, device }) =>
      respond(201, sessionOf(device), { 'set-cookie': deviceTokenCookie(token, isLocalHttp) }),
    ),
  )
}

export function counterRoutes(serve: Serve<ConnectedDevice>, deps: ConfirmingDeps): void {
  const shown = (redemption: CounterRedemptionRecord, acceptLanguage: string | null) => {
    const { voucherTranslations, outletTranslations } = redemption
    const request = { lang: undefined, acceptLanguage }
    const { baseLanguage } = deps.config
    const language = chooseAmong(baseLanguage, request, voucherTranslations, outletTranslations)
    return withVerifyCode(deps.vault, translateRedemption(redemption, language))
  }

  serve(contract.getCounterSession, async (_, device) => respond(200, sessionOf(device)))

  serve(contract.readCode, async ({ body, acceptLanguage }, device) =>
    respond(200, await readCode(deps, takerOf(device), body.code, acceptLanguage)),
  )

  serve(contract.confirmCode, async (input, device) => {
    const { body, requestId, isClientConnected, acceptLanguage } = input
    const confirmed = await confirmCode(deps, takerOf(device), body.code, { requestId, isClientConnected })
    if (confirmed instanceof Refusal) return withoutFacts(confirmed)
    await addRedemption(deps.db, device.id, confirmed.redemptionId)
    const redemption = await findConfirmed(deps, confirmed.redemptionId)
    return redemption ? respond(201, shown(redemption, acceptLanguage)) : refuse('unavailable')
  })

  serve(contract.listCounterRedemptions, async ({ acceptLanguage }, device) => {
    const redemptions = await listRedemptionsOfDevice(deps.db, device.id)
    return respond(200, { items: redemptions.map((one) => shown(one, acceptLanguage)) })
  })
}

function sessionOf({ deviceName, outletName, merchantName }: ConnectedDevice) {
  return { deviceName, outletName, merchantName }
}

function takerOf({ id, outletId, merchantId }: ConnectedDevice): Taker {
  return { kind: 'device', id, outletId, merchantId }
}

/** The details of some refusals say how far away the user is, or how often they redeemed. A device needs the wait only. */
function withoutFacts({ code, details }: Refusal): Refusal {
  const wait = details?.retryAfterSeconds
  return new Refusal(code, wait === undefined ? {} : { details: { retryAfterSeconds: wait } })
}
