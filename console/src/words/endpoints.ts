import { MAX_UNDELIVERED_COUNTED } from '@counterfoil/contract/admin/delivery-health.ts'
import { formatNumber } from '../time/numbers.ts'

const events = (count: number) => (count === 1 ? '1 event' : `${formatNumber(count)} events`)

/** The service counts exactly up to 10,000. The number after it stands for more. */
const counted = (undelivered: number) =>
  undelivered > MAX_UNDELIVERED_COUNTED ? `More than ${events(MAX_UNDELIVERED_COUNTED)}` : events(undelivered)

/** A partner's webhook endpoint: its state, test events and replays. */
export const ENDPOINT_WORDS = {
  title: 'Webhook endpoint',
  noUrl: 'No webhook URL is set. Events are only in the events feed.',
  active: 'Events are sent to this address',
  nothingSent: 'No event has been sent to this address yet',
  disabled: 'The partner is disabled: events wait',
  failingSince: 'Failing since',
  failingText: 'Every attempt since then has failed. Events are kept and sent again.',
  pausedSince: 'Paused since',
  GONE: 'The endpoint answered 410 Gone.',
  EXHAUSTED: 'It failed for 5 days, at least 20 times, without a success.',
  undelivered: (count: number) => `${counted(count)} did not arrive`,
  lastResponse: (status: number | null) => `Last response: ${status ?? 'none'}`,
  allArrived: 'Everything has arrived.',
  deliverNow: 'Send all undelivered now',
  deliverNowStarted: (count: number) =>
    count === 0
      ? 'Nothing was undelivered. Waiting events are being sent now.'
      : `${count === 1 ? '1 event is' : `${events(count)} are`} being sent now. You can leave this page.`,
  pausedText: 'Events are kept, and they are sent when you resume.',
  resume: 'Resume deliveries',
  resumed: 'Deliveries are resumed. Waiting events are being sent now.',
  needsUrl: 'Set a webhook URL first.',
  test: 'Send a test event',
  testText: 'A signed sample. It isn’t in the events feed, and it isn’t retried.',
  testType: 'Type of the test event',
  testOk: 'The receiver accepted it',
  testFailed: 'The receiver did not accept it',
  status: (status: number, ms: number) => `Status ${status} after ${formatNumber(ms)} ms`,
  noResponse: (error: string) => `There was no response: ${error}`,
  responseBody: 'Response body:',
  replay: 'Replay a period',
  replayTitle: 'Replay a period',
  replayText: 'Sends events of a period again. Receivers recognize repeated events by their id.',
  since: 'From (your time)',
  until: 'Until (your time)',
  untilHint: 'Leave it empty for “until now”.',
  only: 'Which events',
  undeliveredOnly: 'Only those that did not arrive',
  failedOnly: 'Only those that have no attempts left',
  all: 'All events of the period',
  count: 'Count events',
  chooseStart: 'Choose when the period starts.',
  endFirst: 'The period ends before it starts.',
  nothingToSend: 'No event matches. Choose another period, or all events.',
  counted: (count: number, url: string) => `${events(count)} will be sent again to ${url}.`,
  start: (count: number) => `Send ${events(count)}`,
  started: (count: number) => `The replay has started: ${events(count)}. You can leave this page.`,
  lastReplay: 'Latest replay',
  running: 'Running',
  finished: 'Finished',
  stopped: 'Stopped with an error',
  progress: (delivered: number, total: number) => `${formatNumber(delivered)} of ${events(total)} delivered`,
  failed: (count: number) => `${formatNumber(count)} failed`,
  pending: (count: number) => `${formatNumber(count)} waiting`,
  startedAt: 'Started',
} as const
