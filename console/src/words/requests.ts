import type { RECORDED_SURFACES } from '@counterfoil/contract/admin/requests.ts'
import { formatNumber } from '../time/numbers.ts'

export const REQUEST_WORDS = {
  title: 'Failed requests',
  one: 'Failed request',
  back: '← Failed requests',
  below:
    'Calls of partners and their users that failed in the last 7 days, newest first. New ones appear by themselves.',
  when: 'When',
  partner: 'Partner',
  noPartner: 'Unknown',
  call: 'Call',
  response: 'Response',
  user: 'User',
  noUser: 'Unknown',
  reason: 'Reason',
  duration: 'Duration',
  milliseconds: (ms: number) => `${formatNumber(ms)} ms`,
  status: 'Status',
  clientErrors: 'All 4xx',
  serverErrors: 'All 5xx',
  code: 'Error code',
  route: 'Route',
  requestId: 'Request id',
  newness: 'Deployments',
  onlyNew: 'Only what is new since my last deployment',
  none: 'No request failed in the last 7 days.',
  lastRequests: 'Last failed requests',
  allRequests: 'All failed requests',
  showRequest: 'Show request',
  help: 'What to do about this error',
  facts: 'About this request',
  surface: 'Sent by',
  refusal: 'Refused redemption',
  outlet: 'Outlet',
  noDistance: 'Unknown',
  further: 'Log and trace',
  traceId: 'Trace id',
  notTraced: 'Not traced',
  openTrace: 'Open the trace',
  notRecorded:
    'No failed request has this id. Failed requests are kept for 7 days. Successful requests are not recorded.',
  searchRefusals: 'Search refused attempts for this id',
} as const

export const SURFACE_WORDS: Record<(typeof RECORDED_SURFACES)[number], string> = {
  integration: 'The partner’s backend',
  consumer: 'A user’s app',
}
