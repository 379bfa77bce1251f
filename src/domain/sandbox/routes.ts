import type { Output, Route } from '@counterfoil/contract/define-route.ts'
import * as contract from '@counterfoil/contract/integration/sandbox.ts'
import type { InCells } from '../../platform/cells/cells.ts'
import { type Handle, respond, type Serve } from '../../platform/http/serve.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { withVerifyCode } from '../../platform/verification-code.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import type { Actor } from '../audit/record.ts'
import { type ConfirmingDeps, confirmCode } from '../counter/confirm-code.ts'
import { getRedemption } from '../redemptions/consumer-queries.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { moveClock, readClock } from './clock.ts'
import { testDeliveries } from './delivery-test.ts'
import { describeSandbox } from './describe-sandbox.ts'
import type { SandboxDeps } from './fill-sandbox.ts'
import { resetSandbox } from './reset.ts'
import { SCENARIO_PIN, SCENARIO_POSITION, SCENARIOS, scenarioId } from './scenarios.ts'
import { simulatePublication, simulateRedemption, simulateVoid } from './simulate.ts'
import { mintToken } from './test-token.ts'

/** `serveExclusive` does not hold the sandbox lock: these operations lock the sandbox themselves. */
export function sandboxRoutes(
  serve: Serve<PartnerEntry>,
  serveExclusive: Serve<PartnerEntry>,
  deps: InCells<ConfirmingDeps & SandboxDeps & EventsDeps>,
): void {
  serve(
    contract.getTestInfo,
    testOnly(async (_, partner) => respond(200, await describeSandbox(deps, partner))),
  )
  serve(
    contract.mintTestToken,
    testOnly(async ({ body }, partner) => respond(201, await mintToken(partner, body, deps.now()))),
  )
  serve(
    contract.getTestClock,
    testOnly(async (_, partner) => respond(200, readClock(partner, deps.now()))),
  )
  serve(
    contract.listScenarios,
    testOnly(async (_, { id }) => respond(200, { items: scenariosOf(id) })),
  )
  serve(
    contract.createTestRedemption,
    testOnly(async ({ body, requestId }, partner) => {
      // Test merchants are at home. A live voucher of a cell is refused as one at home is.
      const parts = deps.depsIn(await deps.cells.of('voucher', body.voucherId.toLowerCase()))
      const outcome = await simulateRedemption(parts, partner, body, requestId)
      return outcome instanceof Refusal
        ? outcome
        : respond(201, withVerifyCode(deps.vault, outcome.redemption))
    }),
  )
  serve(
    contract.confirmTestCode,
    testOnly(async ({ body, requestId, isClientConnected }, partner) => {
      const taker = { kind: 'test partner' as const, id: partner.id }
      const confirmed = await confirmCode(deps, taker, body.code, { requestId, isClientConnected })
      if (confirmed instanceof Refusal) return confirmed
      return respond(201, withVerifyCode(deps.vault, await getRedemption(deps.db, confirmed.redemptionId)))
    }),
  )
  serve(
    contract.voidTestRedemption,
    testOnly(async ({ body }, partner) => respond(200, await simulateVoid(deps, partner, body))),
  )
  serve(
    contract.publishTestVoucher,
    testOnly(async ({ body }, partner) => respond(201, await simulatePublication(deps, partner, body))),
  )
  serve(
    contract.testDeliveries,
    testOnly(async ({ body }, { id }) => respond(200, await testDeliveries(deps, id, body))),
  )

  serveExclusive(
    contract.setTestClock,
    testOnly(async ({ body }, partner) =>
      respond(200, await moveClock(deps, actorOf(partner), partner, body)),
    ),
  )
  serveExclusive(
    contract.resetSandbox,
    testOnly(async (_, partner) => respond(204, await resetSandbox(deps, actorOf(partner), partner))),
  )
}

/** A live partner's secret must not work here. */
function testOnly<R extends Route>(
  handle: (
    input: Parameters<Handle<R, PartnerEntry>>[0],
    partner: PartnerEntry,
  ) => Promise<Output<R> | Refusal>,
): Handle<R, PartnerEntry> {
  return (input, partner) => (partner.mode === 'test' ? handle(input, partner) : refuse('live_mode'))
}

function actorOf({ id, name }: PartnerEntry): Actor {
  return { kind: 'partner', id, name }
}

function scenariosOf(partnerId: string) {
  const { latitude: consumerLat, longitude: consumerLng } = SCENARIO_POSITION
  return SCENARIOS.map(({ slug, result }) => ({
    scenario: slug,
    result,
    merchantId: scenarioId(partnerId, 'merchant', slug),
    outletId: scenarioId(partnerId, 'outlet', slug),
    voucherId: scenarioId(partnerId, 'voucher', slug),
    ...{ pin: SCENARIO_PIN, consumerLat, consumerLng },
  }))
}
