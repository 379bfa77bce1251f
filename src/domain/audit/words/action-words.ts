import { counted } from './value-words.ts'

type After = Record<string, unknown>

/** The sentence lists the changes. */
export const LISTS_CHANGES = Symbol('lists the changes')

/** The sentence lists the changes that were only requested. */
export const LISTS_REQUESTED = Symbol('lists the requested changes')

type ActionWords = string | typeof LISTS_CHANGES | typeof LISTS_REQUESTED | ((after: After) => string)

/** What each action did, in words. The record is named beside them. */
export const ACTION_WORDS: Record<string, ActionWords> = {
  'approval.approve': withNote('Request approved'),
  'approval.emergency': 'Request applied in an emergency, without a second person',
  'approval.expire': 'Request ended: nobody decided within 7 days',
  'approval.lapse': 'Request ended: the record has changed since',
  'approval.reject': withNote('Request rejected'),
  'approval.request': LISTS_REQUESTED,
  'approval.withdraw': 'Request withdrawn',
  'alert_destination.create': 'Created',
  'alert_destination.delete': 'Deleted',
  'alert_destination.secret': 'Signing secret replaced',
  'alert_destination.update': LISTS_CHANGES,
  'audit.erase': ({ texts }) => `${counted(Number(texts), 'text')} erased from the audit log`,
  'bulk.cancel': 'Bulk job cancelled',
  'bulk.start': ({ bulkAction, total }) =>
    `Bulk job started: ${BULK[String(bulkAction)] ?? bulkAction}, ${counted(Number(total), 'record')}`,
  'category.create': 'Created',
  'category.update': LISTS_CHANGES,
  'deliveries.hold': 'Deliveries held back',
  'deliveries.release': 'Deliveries released',
  'delivery.retry': 'Sent again',
  'demo.begin': 'Loading of the demo data started',
  'demo.complete': 'Demo data loaded',
  'factor.add': ({ kind }) => `${factor(kind)} added`,
  'factor.remove': ({ kind }) => `${factor(kind)} removed`,
  'featured.update': LISTS_CHANGES,
  'image.upload': 'Picture uploaded',
  'key.create': 'Created',
  'key.revoke': 'Revoked',
  'maintenance.off': 'Maintenance turned off',
  'maintenance.on': 'Maintenance turned on or changed',
  'merchant.create': 'Created',
  'merchant.update': LISTS_CHANGES,
  'note.add': 'Note added',
  'note.remove': 'Note removed',
  'outlet.create': 'Created',
  'outlet.device.create': ({ deviceName }) => `Device “${deviceName}” created`,
  'outlet.device.revoke': 'Device revoked',
  'outlet.import': ({ total }) => `Import of ${counted(Number(total), 'outlet')} started`,
  'outlet.pin.clear': 'PIN removed',
  // Replacing a PIN leaves no difference.
  'outlet.pin.set': ({ hasPin }) => (hasPin === true ? 'PIN set' : 'PIN changed'),
  'outlet.update': LISTS_CHANGES,
  'partner.create': 'Created',
  'partner.deploy': ({ deployment }) => `Deployment “${deployment}” recorded`,
  'partner.secret.promote': 'Next secret promoted',
  'partner.secret.rotate': 'Next secret created',
  'partner.update': LISTS_CHANGES,
  'partner.webhook.deliver_now': ({ deliveries }) =>
    `${counted(Number(deliveries), 'undelivered event')} sent again`,
  'partner.webhook.replay': ({ total }) => `Replay of ${counted(Number(total), 'event')} started`,
  'partner.webhook.resume': 'Webhook resumed',
  'redemption.review': LISTS_CHANGES,
  'redemption.void': 'Voided',
  'sandbox.clock': LISTS_CHANGES,
  'sandbox.create': 'Created as a test twin',
  'sandbox.keys': 'Keys of the live partner copied',
  'sandbox.reset': 'Sandbox reset',
  'secrets_key.rotate': 'Key of the secrets rotated',
  'session.create': 'Signed in',
  'session.end': ({ ended }) =>
    Number(ended) > 1 ? `${counted(Number(ended), 'session')} ended` : 'Signed out',
  'session.refuse': ({ failures }) =>
    failures === undefined ? 'Sign-in failed' : `${counted(Number(failures), 'sign-in')} failed`,
  'settings.update': LISTS_CHANGES,
  'staff.bind': 'Bound to a single sign-on account',
  'staff.create': 'Added',
  'staff.invite': 'Invite link created',
  'staff.password': 'Password set',
  'staff.release': 'Released from the single sign-on account',
  'staff.reset': 'Reset link created',
  'staff.update': LISTS_CHANGES,
  'statements.close': ({ statements }) => `Closed with ${counted(Number(statements), 'statement')}`,
  'user.anonymize': 'Anonymized',
  'user.create': 'Created',
  'user.erase': 'Erased',
  'user.revive': 'Active again after anonymization',
  'user.update': LISTS_CHANGES,
  'users.export': ({ isSearch }) =>
    isSearch === true ? 'Users exported as CSV, those of a search' : 'Users exported as CSV',
  'voucher.codes.import': ({ total }) => `Import of ${counted(Number(total), 'code')} started`,
  'voucher.codes.upload': ({ added }) => `${counted(Number(added), 'code')} added`,
  'voucher.create': 'Created',
  'voucher.publish': (after) => `Published${asScheduled(after)}`,
  'voucher.schedule': LISTS_CHANGES,
  'voucher.schedule.fail': 'Not published as scheduled',
  'voucher.unpublish': (after) => `Unpublished${asScheduled(after)}`,
  'voucher.update': LISTS_CHANGES,
}

/** The worker names who set the schedule, and says if it came late. */
function asScheduled({ scheduledBy, lateBySeconds }: After): string {
  if (scheduledBy === undefined) return ''
  const { name } = scheduledBy as { name: string }
  const late = lateBySeconds === undefined ? '' : `, ${lateness(Number(lateBySeconds))} late`
  return ` as scheduled by ${name}${late}`
}

function lateness(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')
}

/** The note itself stays with the request. */
function withNote(words: string): (after: After) => string {
  return ({ hasNote }) => (hasNote === true ? `${words}, with a note` : words)
}

const BULK: Record<string, string> = {
  REVIEW: 'review',
  VOID: 'void',
  REJECT_AND_VOID: 'reject and void',
  RETRY_DELIVERY: 'send again',
  PUBLISH: 'publish',
  UNPUBLISH: 'unpublish',
}

function factor(kind: unknown): string {
  return FACTORS[String(kind)] ?? 'Second factor'
}

const FACTORS: Record<string, string> = {
  TOTP: 'Authenticator app',
  PASSKEY: 'Passkey',
  RECOVERY_CODES: 'Recovery codes',
  ALL: 'All second factors',
}
