import type { BULK_ACTIONS, BULK_OUTCOMES } from '@counterfoil/contract/admin/bulk-names.ts'
import { formatNumber } from '../time/numbers.ts'

type Action = (typeof BULK_ACTIONS)[number]

const RECORDS: Record<Action, [one: string, many: string]> = {
  REVIEW: ['redemption', 'redemptions'],
  VOID: ['redemption', 'redemptions'],
  REJECT_AND_VOID: ['redemption', 'redemptions'],
  RETRY_DELIVERY: ['delivery', 'deliveries'],
  PUBLISH: ['voucher', 'vouchers'],
  UNPUBLISH: ['voucher', 'vouchers'],
}

const counted = (action: Action, count: number) =>
  `${formatNumber(count)} ${RECORDS[action][count === 1 ? 0 : 1]}`

export const BULK_WORDS = {
  title: 'Bulk jobs',
  one: 'Bulk job',
  back: '← Bulk jobs',
  below: 'Your own jobs of the last 30 days.',
  none: 'You have not started a bulk job yet. Select rows in a list of redemptions, deliveries or vouchers.',
  selected: (count: number) => `${formatNumber(count)} selected`,
  allMatching: (count: number, isExact: boolean) =>
    isExact
      ? `All ${formatNumber(count)} that match the filters`
      : `All that match the filters (more than ${formatNumber(count)})`,
  clear: 'Clear selection',
  actions: 'Actions for the selected rows',
  asking: 'Counting …',
  ask: (action: Action, verb: string, count: number) => `${verb} ${counted(action, count)}?`,
  start: (action: Action, verb: string, count: number) => `${verb} ${counted(action, count)}`,
  background: 'It runs in the service: you can leave the page, and find the results under “Bulk jobs”.',
  reason: 'Reason',
  note: 'Note (optional)',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} done.`,
  canLeave: 'You can leave this page: the job continues.',
  startedBy: (name: string) => `Started by ${name},`,
  state: 'State',
  job: 'Job',
  when: 'Started',
  total: 'Records',
  succeeded: 'Done',
  requested: 'Waits for approval',
  refused: 'Refused',
  failed: 'Failed',
  cancelled: 'Left out',
  facts: 'About this job',
  results: 'Results',
  noResults: 'There are no results.',
  record: 'Record',
  outcome: 'Outcome',
  why: 'Why',
  doneAt: 'When',
  cancel: 'Cancel job',
  cancelTitle: 'Cancel this job?',
  cancelConsequence: (open: number) =>
    `${formatNumber(open)} records are left as they are. What is done stays done.`,
  cancelDone: 'The job is cancelled.',
} as const

export const BULK_ACTION_WORDS: Record<Action, string> = {
  REVIEW: 'Review',
  VOID: 'Void',
  REJECT_AND_VOID: 'Reject and void',
  RETRY_DELIVERY: 'Send again',
  PUBLISH: 'Publish',
  UNPUBLISH: 'Unpublish',
}

export const BULK_VERBS = { ...BULK_ACTION_WORDS, ACCEPTED: 'Accept', REJECTED: 'Reject' } as const

/** What happens to each record. */
export const BULK_CONSEQUENCES: Record<Action, string> = {
  REVIEW: 'A review only records your decision. A later one replaces it.',
  VOID: 'Each user gets back the use, and so does the voucher’s cap. The partners are notified, with your reason. This can’t be undone.',
  REJECT_AND_VOID:
    'Each redemption is rejected and voided. The partners are notified of the void, with your reason. This can’t be undone.',
  RETRY_DELIVERY: 'Each is sent immediately, delivered ones as well.',
  PUBLISH:
    'Users see them at once, unless a second person has to approve. A first publication notifies the followers of the merchant.',
  UNPUBLISH: 'Users can no longer see or redeem them. You can publish them again.',
}

export const BULK_STATE_WORDS = {
  RUNNING: 'Running',
  DONE: 'Finished',
  CANCELLED: 'Cancelled',
  FAILED: 'Ended early',
} as const

export const BULK_OUTCOME_WORDS: Record<(typeof BULK_OUTCOMES)[number], string> = {
  PENDING: 'Waiting',
  DONE: 'Done',
  REQUESTED: 'Waits for approval',
  REFUSED: 'Refused',
  FAILED: 'Failed',
  CANCELLED: 'Left out',
}
