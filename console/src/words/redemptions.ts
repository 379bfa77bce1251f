import type { REVIEW_OUTCOMES } from '@counterfoil/contract/admin/redemptions.ts'
import type { FLAG_REASONS, REDEMPTION_STATUSES } from '@counterfoil/contract/shapes/redemption.ts'
import { formatNumber } from '../time/numbers.ts'

export const REDEMPTION_WORDS = {
  title: 'Redemptions',
  one: 'Redemption',
  back: '← Redemptions',
  when: 'When',
  voucher: 'Voucher',
  user: 'User',
  merchant: 'Merchant',
  outlet: 'Outlet',
  partner: 'Partner',
  status: 'Status',
  flagReason: 'Flagged because',
  reviewed: 'Review',
  isReviewed: 'Reviewed',
  voidedFilter: 'Voided',
  isVoided: 'Voided',
  notVoided: 'Not voided',
  rejectedOnly: 'Rejected, not voided',
  notReviewed: 'Not reviewed',
  distance: 'Distance',
  meters: (meters: number) => `${formatNumber(meters)} m`,
  noDistance: 'Unknown',
  code: 'Code',
  noCode: 'None',
  value: 'Value',
  noValue: 'None',
  statementMonth: 'Statement of',
  outcome: 'Outcome of the review',
  none: 'Nothing has been redeemed yet.',
  voided: 'Voided',
  facts: 'About this redemption',
  cycle: 'Counts in',
  oneTime: 'The user’s total',
  position: 'Device',
  positionOf: (lat: number, lng: number, accuracy: number | null) =>
    accuracy === null ? `${lat}, ${lng}` : `${lat}, ${lng} (± ${accuracy} m)`,
  noPosition: 'Shared no location',
  voidedAt: 'Voided at',
  voidReason: 'Reason',
  review: 'Review',
  reviewedBy: (outcome: string, name: string) => `${outcome} by ${name}`,
  reviewNote: 'Note',
  deliveries: 'Webhook deliveries',
  noDeliveries: 'No webhook was sent, or it was more than 30 days ago.',
  deliveryEvent: 'Event',
  deliveryState: 'State',
  attempts: 'Attempts',
  lastResponse: 'Last response',
  noResponse: 'None',
  void: 'Void',
  voidTitle: 'Void this redemption?',
  voidConsequence: (voucher: string, user: string) =>
    `${user} gets back 1 use of “${voucher}”, and so does the voucher’s cap. The partner is notified, with your reason. A dispensed code isn’t returned to the pool. This can’t be undone.`,
  voidReasonHint: 'The partner sees it.',
  voidAction: 'Void redemption',
  voidDone: (voucher: string) => `The redemption of “${voucher}” is voided.`,
  alreadyVoided: 'It is voided already.',
} as const

export const REVIEW_WORDS = {
  title: 'Review queue',
  below: 'Redemptions without a checked distance. They count already; a review only records your decision.',
  position: (index: number, count: number, isMore: boolean) => `${index} of ${count}${isMore ? '+' : ''}`,
  done: 'Nothing waits for a review.',
  previous: 'Previous',
  next: 'Next',
  accept: 'Accept',
  reject: 'Reject',
  rejectAndVoid: 'Reject and void',
  rejectAndVoidTitle: 'Reject and void this redemption?',
  rejectedAndVoided: (user: string) => `The redemption of ${user} is rejected and voided.`,
  asList: 'As a list',
  keys: 'Keys: j next, k previous, a accept, r reject, v reject and void',
  note: 'Note (optional)',
  accepted: (user: string) => `The redemption of ${user} is accepted.`,
  rejected: (user: string) =>
    `The redemption of ${user} is rejected. It still counts: void it if it must not.`,
  userDay: 'What else this user did that day',
  outletDay: 'What else happened at this outlet that day',
  outcome: 'Outcome',
  nothingElse: 'Nothing else.',
  dayIn: (day: string, zone: string) => `${day}, ${zone}`,
  more: 'Only the newest are shown.',
  open: 'Open redemption',
} as const

export const STATUS_WORDS: Record<(typeof REDEMPTION_STATUSES)[number], string> = {
  SUCCESS: 'Redeemed',
  FLAGGED: 'Flagged',
}

export const FLAG_REASON_WORDS: Record<(typeof FLAG_REASONS)[number], string> = {
  outlet_not_geolocated: 'Outlet has no coordinates',
  gps_unavailable: 'Device shared no location',
}

export const OUTCOME_WORDS: Record<(typeof REVIEW_OUTCOMES)[number], string> = {
  ACCEPTED: 'Accepted',
  REJECTED: 'Rejected',
}
