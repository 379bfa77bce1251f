/** The defaults of a new voucher. */
export const VOUCHER_DEFAULTS = {
  description: null,
  terms: null,
  imagePath: null,
  valueType: null,
  codeSource: 'NONE',
  claimFlow: 'WALLET',
  favoritesOnly: false,
  redemptionCount: 1,
  cycle: 'ONE_TIME',
  globalRedemptionCap: null,
  validFrom: null,
  validUntil: null,
  applicableFrom: null,
  applicableUntil: null,
  outletIds: null,
  translations: {},
} as const
