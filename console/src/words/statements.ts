import type { ADJUSTMENT_KINDS, STATEMENT_STATES } from '@counterfoil/contract/admin/statements.ts'
import { formatNumber } from '../time/numbers.ts'

const redemptions = (count: number) => (count === 1 ? '1 redemption' : `${formatNumber(count)} redemptions`)
const statements = (count: number) => (count === 1 ? '1 statement' : `${formatNumber(count)} statements`)

/** What merchants and partners owe each other, month by month. */
export const STATEMENT_WORDS = {
  title: 'Statements',
  back: '← Statements',
  month: 'Month',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  open: 'Open: these numbers are counted now and can still change.',
  closedAt: 'Closed',
  closedText: 'These numbers never change. What changes later is an adjustment of a later month.',
  totals: 'Totals',
  withoutValue: 'Without a value',
  redemptions,
  unreviewed: 'Not reviewed',
  unreviewedHint: (count: number, isWhole: boolean) =>
    `${count === 1 ? '1 flagged redemption' : `${formatNumber(count)} flagged redemptions`}${isWhole ? '' : ' on this page'} ${count === 1 ? 'has' : 'have'} no review yet. They count in full.`,
  merchant: 'Merchant',
  partner: 'Partner',
  voucher: 'Voucher',
  number: 'No.',
  value: 'Value',
  noValue: 'None',
  redeemed: 'Redeemed',
  voided: 'Voided',
  rejected: 'Rejected',
  adjustments: 'Adjustments',
  net: 'Net',
  total: 'Total',
  none: 'Nothing was redeemed in this month.',
  show: (what: string, voucher: string) => `${what}: ${voucher}`,

  adjustmentsTitle: 'Adjustments',
  adjustmentsOf: (month: string) => `Counted in ${month}. Their own months were closed already.`,
  noAdjustments: 'Nothing changed after a close.',
  redemption: 'Redemption',
  redemptionMonth: 'Its month',
  kind: 'What happened',
  when: 'When',
  count: 'Change',

  close: 'Close the month',
  closeTitle: (month: string) => `Close ${month}?`,
  closeConsequence:
    'The statements of all merchants and partners are frozen and get their numbers. Voids and reviews of this month’s redemptions then count as adjustments in the next open month. This can’t be undone.',
  closableFrom: 'It can be closed an hour after it has ended in every time zone in use:',
  closed: (month: string, count: number) => `${month} is closed: ${statements(count)}.`,
  closedUnreviewed: (count: number) => `${redemptions(count)} had no review at the close.`,

  paper: 'Print',
  print: 'Print or save as PDF',
  tooManyRows: (rows: number) =>
    `More than ${formatNumber(rows)} rows. Choose a merchant or a partner first.`,
  draft: 'Draft: the month is open',
  statementNumber: (number: number) => `Statement no. ${number}`,
  registration: (number: string) => `Registration no. ${number}`,
  noIssuer: 'The letterhead is empty. An admin fills it in under Settings.',
  period: 'Period',
  periodIn: ({ month, first, last, zone }: { month: string; first: string; last: string; zone: string }) =>
    `${month}: ${first} to ${last} (${zone})`,
  closedOn: 'Closed on',
  printedOn: 'Printed on',
  sum: 'Sum',
  unreviewedNote: (count: number) =>
    count === 1
      ? '1 of these redemptions was flagged and has no review. It counts in full.'
      : `${formatNumber(count)} of these redemptions were flagged and have no review. They count in full.`,
  adjustmentsNote: 'Adjustments of earlier months',
} as const

export const STATEMENT_STATE_WORDS: Record<(typeof STATEMENT_STATES)[number], string> = {
  OPEN: 'Open',
  CLOSED: 'Closed',
}

export const ADJUSTMENT_WORDS: Record<(typeof ADJUSTMENT_KINDS)[number], string> = {
  VOIDED: 'Voided after the close',
  REJECTED: 'Rejected after the close',
  ACCEPTED: 'Accepted after the close',
  LATE: 'Recorded late',
}

export const STATEMENT_SETTINGS_WORDS = {
  title: 'Statements',
  intro: 'The letterhead of printed statements, and when a month is closed.',
  hint: 'One line each, at most six.',
  logoHint: 'Printed in the upper left corner.',
  closeOnDayHint: 'A day from 2 to 28 (UTC) of the next month. Leave it empty if people close months.',
  saved: 'The settings of statements are saved.',
} as const

export const STATEMENT_SETTINGS_LABELS = {
  name: 'Name of the issuer',
  addressLines: 'Address',
  registrationNumber: 'Registration number',
  logoPath: 'Logo',
  closeOnDay: 'Close the month on day',
} as const
