import type { Tx } from '../../platform/database/db.ts'
import type { Vault } from '../../platform/secrets.ts'
import { upsertTestMerchant } from '../catalog/merchant-queries.ts'
import { storedPin } from '../catalog/outlet-pins.ts'
import { insertOutlet } from '../catalog/outlet-queries.ts'
import { insertCodes } from '../vouchers/code-queries.ts'
import { type FieldsToStore, insertVoucher, updateVoucherStatus } from '../vouchers/queries.ts'
import {
  SCENARIO_CATEGORY,
  SCENARIO_PIN,
  SCENARIO_POSITION,
  SCENARIOS,
  type Scenario,
  scenarioId,
} from './scenarios.ts'

type Setting = { vault: Vault; partnerId: string; imagePath: string; now: Date }

/** `now` is the time of the partner's clock. The outlets and vouchers of the sandbox must have been deleted. */
export async function buildScenarios(tx: Tx, setting: Setting): Promise<void> {
  for (const scenario of SCENARIOS) await buildScenario(tx, setting, scenario)
}

async function buildScenario(tx: Tx, { vault, partnerId, imagePath, now }: Setting, scenario: Scenario) {
  const { slug, name, result, category = SCENARIO_CATEGORY, outlet = {}, codes = [] } = scenario
  const idOf = (kind: 'merchant' | 'outlet' | 'voucher') => scenarioId(partnerId, kind, slug)
  const [merchantId, outletId, voucherId] = [idOf('merchant'), idOf('outlet'), idOf('voucher')]
  const description = `Redeeming answers: ${result}.`
  await upsertTestMerchant(
    tx,
    { id: merchantId, sandboxId: partnerId, slug, name, category, description },
    now,
  )
  const { pin = SCENARIO_PIN, ...place } = outlet
  await insertOutlet(
    tx,
    {
      ...{
        id: outletId,
        merchantId,
        name: `${name} outlet`,
        addressLine: '1 Sandbox Street',
        addressFull: '',
      },
      ...{
        city: 'Kuala Lumpur',
        state: '',
        postalCode: '',
        countryCode: 'MY',
        isActive: true,
        timezone: null,
        openingHours: null,
        redeemBy: 'PIN' as const,
        translations: {},
      },
      ...SCENARIO_POSITION,
      ...place,
      ...storedPin(vault, outletId, pin),
    },
    now,
  )
  const voucher = { ...VOUCHER, imagePath, title: name, description, ...scenario.voucher?.(now) }
  await insertVoucher(tx, { id: voucherId, merchantId, ...voucher }, now)
  if (codes.length > 0) await insertCodes(tx, voucherId, codes)
  await updateVoucherStatus(tx, voucherId, 'PUBLISHED', now)
}

export const VOUCHER: Omit<FieldsToStore, 'title' | 'description' | 'imagePath'> = {
  terms: null,
  valueType: null,
  redemptionValue: null,
  codeSource: 'NONE',
  claimFlow: 'INSTANT',
  favoritesOnly: false,
  redemptionCount: 100,
  cycle: 'ONE_TIME',
  globalRedemptionCap: null,
  validFrom: null,
  validUntil: null,
  applicableFrom: null,
  applicableUntil: null,
  outletIds: null,
  translations: {},
}
