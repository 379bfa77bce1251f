import { ENGLISH } from '@counterfoil/contract/words/english.ts'
import type { Value } from '@counterfoil/contract/words/write-value.ts'

type State = Record<string, unknown>
type Sentence = keyof typeof ENGLISH.sentences
export type SentenceFacts = { sentence: Sentence; details: Record<string, Value> }

/** Actions whose sentence lists the changes. */
const LISTS_CHANGES = [
  'alert_destination.update',
  'category.update',
  'featured.update',
  'merchant.update',
  'outlet.update',
  'partner.update',
  'redemption.review',
  'sandbox.clock',
  'settings.update',
  'staff.update',
  'user.update',
  'voucher.schedule',
  'voucher.update',
]

/** Every action of the audit log that has words. */
export const AUDITED_ACTIONS = [
  ...LISTS_CHANGES,
  ...Object.keys(ENGLISH.sentences).filter((key) => /^\w+\.[\w.]+$/.test(key)),
]

const number = (value: unknown): Value => ({ type: 'NUMBER', value: String(Number(value)) })
const name = (value: unknown): Value => ({ type: 'NAME', value: String(value) })
const time = (value: unknown): Value => ({ type: 'TIME', value: String(value) })
const code = (value: unknown): Value => ({ type: 'CODE', value: String(value) })

/** The values of the sentence of an action, and its variant. */
const DETAILS: Record<string, (after: State) => SentenceFacts> = {
  'approval.approve': ({ hasNote }) => say(hasNote === true ? 'approval.approve:note' : 'approval.approve'),
  'approval.reject': ({ hasNote }) => say(hasNote === true ? 'approval.reject:note' : 'approval.reject'),
  'approval.request': (after) => sayPublication('approval.request', after) ?? say('approval.request'),
  'audit.erase': ({ texts }) => say('audit.erase', { count: number(texts) }),
  'bulk.start': ({ bulkAction, total }) =>
    say('bulk.start', { bulkAction: code(bulkAction), count: number(total) }),
  'factor.add': ({ kind }) => say('factor.add', { factor: code(kind) }),
  'factor.remove': ({ kind }) => say('factor.remove', { factor: code(kind) }),
  'outlet.device.create': ({ deviceName }) => say('outlet.device.create', { name: name(deviceName) }),
  'outlet.import': ({ total }) => say('outlet.import', { count: number(total) }),
  // Replacing a PIN leaves no difference.
  'outlet.pin.set': ({ hasPin }) => say(hasPin === true ? 'outlet.pin.set' : 'outlet.pin.set:again'),
  'partner.deploy': ({ deployment }) => say('partner.deploy', { name: name(deployment) }),
  'partner.webhook.deliver_now': ({ deliveries }) =>
    say('partner.webhook.deliver_now', { count: number(deliveries) }),
  'partner.webhook.replay': ({ total }) => say('partner.webhook.replay', { count: number(total) }),
  'session.end': ({ ended }) =>
    Number(ended) > 1 ? say('session.end:several', { count: number(ended) }) : say('session.end'),
  'session.refuse': ({ failures }) =>
    failures === undefined
      ? say('session.refuse')
      : say('session.refuse:several', { count: number(failures) }),
  'statements.close': ({ statements }) => say('statements.close', { count: number(statements) }),
  'users.export': ({ isSearch }) => say(isSearch === true ? 'users.export:search' : 'users.export'),
  'voucher.codes.import': ({ total }) => say('voucher.codes.import', { count: number(total) }),
  'voucher.codes.upload': ({ added }) => say('voucher.codes.upload', { count: number(added) }),
  'voucher.publish': (after) => sayScheduled('voucher.publish', after),
  'voucher.unpublish': (after) => sayScheduled('voucher.unpublish', after),
}

/** What the sentence of an action says. The record is named beside it. */
export function readAction(action: string, before: State | null, after: State | null): SentenceFacts {
  const isKnown = AUDITED_ACTIONS.includes(action)
  if (!isKnown) return say('unknown', { action: name(action) })
  const isListing = LISTS_CHANGES.includes(action)
  const details = Object.hasOwn(DETAILS, action) ? DETAILS[action] : undefined
  const isErased = before === null && after === null && (isListing || details !== undefined)
  if (isErased) return say('erased', { action: name(action) })
  if (isListing) return say('changes')
  return details ? details(after ?? {}) : say(action as Sentence)
}

function say(sentence: Sentence, details: Record<string, Value> = {}): SentenceFacts {
  return { sentence, details }
}

/** A request for a publication, now or at a set time; null for any other request. Its terms are no changes. */
export function sayPublication(
  sentence: 'approval.request' | 'publication',
  { status, publishAt, unpublishAt }: State,
): SentenceFacts | null {
  if (status === 'PUBLISHED') return say(`${sentence}:now`)
  if (typeof publishAt !== 'string') return null
  const start = { publishAt: time(publishAt) }
  if (typeof unpublishAt !== 'string') return say(`${sentence}:from`, start)
  return say(`${sentence}:until`, { ...start, unpublishAt: time(unpublishAt) })
}

/** The worker names who set the schedule, and says if it came late. */
function sayScheduled(action: 'voucher.publish' | 'voucher.unpublish', after: State): SentenceFacts {
  const { scheduledBy, lateBySeconds } = after
  if (scheduledBy === undefined) return say(action)
  const author = { name: name((scheduledBy as { name: string }).name) }
  if (lateBySeconds === undefined) return say(`${action}:scheduled`, author)
  return say(`${action}:late`, { ...author, late: { type: 'DURATION', value: String(lateBySeconds) } })
}
