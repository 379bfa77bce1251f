import type { ALERT_KINDS } from '@counterfoil/contract/admin/alerts.ts'

export const OVERVIEW_WORDS = {
  title: 'Overview',
  lastDays: (days: number) => `${days} days`,
  period: 'Period',
  redemptions: 'Redemptions',
  redemptionsHint: 'without voided ones',
  claims: 'Claims',
  flagged: 'Flagged',
  claimsHint: 'vouchers added to wallets',
  flaggedHint: 'of the redemptions',
  refused: 'Refused',
  refusedHint: 'attempts to redeem',
  show: 'Show',
  showList: (label: string) => `Show: ${label}`,
  overTime: 'Redemptions and claims by day',
  refusals: 'Refusals by reason',
  reason: 'Reason',
  code: 'Code',
  count: 'Count',
  deliveries: 'Webhook deliveries',
  state: 'State',
  lowPools: 'Code pools running low',
  noLowPools: 'No code pool is running low.',
  voucher: 'Voucher',
  left: 'Codes left',
  total: 'Of',
  troubled: (partners: number) =>
    partners === 1 ? '1 partner doesn’t receive webhooks' : `${partners} partners don’t receive webhooks`,
  troubles: { OK: '', OFF: '', FAILING: 'failing since', PAUSED: 'paused since' },
  alerts: 'Alerts',
  allAlerts: 'All alerts',
  noAlerts: 'No alerts. Everything is fine.',
} as const

export const ALERT_WORDS: Record<(typeof ALERT_KINDS)[number], string> = {
  PIN_GUESSING: 'PIN guessing',
  PIN_DEFENSE: 'PIN defense is on',
  POOL_LOW: 'Code pool is low',
  POOL_EMPTY: 'Code pool is empty',
  ENDPOINT_FAILING: 'Webhook is failing',
  ENDPOINT_PAUSED: 'Webhook is paused',
  JWKS_UNREACHABLE: 'Keys can’t be fetched',
  SIGN_IN_GUESSING: 'Password guessing',
}

export const ALERTS_WORDS = {
  title: 'Alerts',
  intro: 'An alert disappears when its cause does.',
  kind: 'Alert',
  message: 'What happened',
  subject: 'About',
  since: 'Since',
  none: 'No alerts. Everything is fine.',
} as const
